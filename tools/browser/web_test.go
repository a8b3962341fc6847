package browser

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// web is the page of the sandbox, built once.
var web struct {
	once   sync.Once
	folder string
	err    error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if os.Getenv("TUMBLE_WEB") == "" && web.folder != "" {
		_ = os.RemoveAll(web.folder)
	}
	os.Exit(code)
}

// webFolder is the folder of the page that TUMBLE_WEB names, or one that is built.
func webFolder(t *testing.T) string {
	t.Helper()
	web.once.Do(func() {
		web.folder = os.Getenv("TUMBLE_WEB")
		if web.folder != "" {
			return
		}
		if web.folder, web.err = os.MkdirTemp("", "tumble-web-"); web.err != nil {
			return
		}
		if out, err := exec.Command("../../tools/web.sh", web.folder).CombinedOutput(); err != nil {
			web.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	if web.err != nil {
		t.Fatal(web.err)
	}
	return web.folder
}

// serve serves a folder until the end of the test and returns its address.
func serve(t *testing.T, program, folder string) string {
	t.Helper()
	serve := exec.Command(program, "web", folder, "--address", "127.0.0.1:0")
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = serve.Process.Kill()
		_ = serve.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line)
}

// sandboxInBrowser serves the page of the sandbox.
func sandboxInBrowser(t *testing.T) (dir, program, address string) {
	t.Helper()
	dir, program = sandbox(t)
	return dir, program, serve(t, program, webFolder(t))
}

// state is a value of the state that the program tells.
func (b *tab) state(name string) string {
	b.Helper()
	return b.text("tumble.state()." + name)
}

// running waits for the first picture of the page. A world that is paused draws no other without an event.
func (b *tab) running() {
	b.Helper()
	b.until(`document.body.dataset.state === "running" && tumble.state && tumble.state().frames > 0`)
}

// redrawn waits for a picture after the actions.
func (b *tab) redrawn(actions ...chromedp.Action) {
	b.Helper()
	frames := b.state("frames")
	b.do(actions...)
	b.until("tumble.state().frames > " + frames)
	b.do(chromedp.Sleep(time.Second))
}

// until waits for a condition.
func (b *tab) until(condition string) {
	b.Helper()
	b.do(chromedp.Poll(condition, nil, chromedp.WithPollingTimeout(2*time.Minute)))
}

// differ is the mean difference of the channels of two pictures of the same size.
func differ(t *testing.T, a, b image.Image) float64 {
	t.Helper()
	if a.Bounds().Size() != b.Bounds().Size() {
		t.Fatalf("pictures of %v and %v", a.Bounds().Size(), b.Bounds().Size())
	}
	sum, n := 0.0, 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, bl, _ := a.At(a.Bounds().Min.X+x, a.Bounds().Min.Y+y).RGBA()
			r2, g2, bl2, _ := b.At(b.Bounds().Min.X+x, b.Bounds().Min.Y+y).RGBA()
			for _, d := range [3]int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(bl2>>8)} {
				sum += float64(max(d, -d))
				n++
			}
		}
	}
	return sum / float64(n)
}

// canvas is a picture of the canvas.
func (b *tab) canvas(name string) image.Image {
	b.Helper()
	var data []byte
	b.do(chromedp.Screenshot("#view", &data, chromedp.ByQuery))
	b.keep("web-"+name, data)
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		b.Fatal(err)
	}
	return img
}

// hashOf is the hash of a scene after so many steps of the program without a window.
func hashOf(t *testing.T, program, scene string, steps int, more ...string) string {
	t.Helper()
	args := append([]string{"sim", scene, "--steps", fmt.Sprint(steps), "--hash", "-"}, more...)
	out, err := exec.Command(program, args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(out))
	for i := len(lines) - 1; i >= 0; i-- {
		if len(lines[i]) == 16 {
			return lines[i]
		}
	}
	t.Fatalf("sim %s prints no hash: %s", scene, out)
	return ""
}

// TestSandboxInBrowser opens the sandbox in a page: it has the state and the picture of the native program, takes
// keys, mouse, wheel and fingers, changes a parameter, goes back, has a link that leads to the same state, opens the
// scene, the values and the step of an address, and scenes, recordings and capsules by drop.
func TestSandboxInBrowser(t *testing.T) {
	dir, program, address := sandboxInBrowser(t)
	b := open(t)
	do, expect := b.do, b.expect
	do(chromedp.EmulateViewport(900, 600), chromedp.Navigate(address+"?scene=card_house&step=60"))
	b.running()
	expect("tumble.state().steps", "60")
	expect("tumble.state().paused", "true")
	start := hashOf(t, program, "card_house", 60)
	expect("tumble.state().hash", start)
	b.canvas("panels")

	// the picture is that of the native program, up to a mean of 4 of 255 levels
	b.redrawn(chromedp.Focus("#view", chromedp.ByQuery), chromedp.KeyEvent("\t"))
	seen := b.canvas("picture")
	shot := filepath.Join(dir, "shot.png")
	size := seen.Bounds().Size()
	out, err := exec.Command(program, "shot", "card_house", shot, "--steps", "60", "--width", fmt.Sprint(size.X),
		"--height", fmt.Sprint(size.Y)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	data, err := os.ReadFile(shot)
	if err != nil {
		t.Fatal(err)
	}
	b.keep("web-native", data)
	native, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if d := differ(t, seen, native); d > 4 {
		t.Errorf("the picture differs from that of the native program by %.2f levels", d)
	} else {
		t.Logf("the picture differs from that of the native program by %.2f levels", d)
	}
	do(chromedp.KeyEvent("\t"))

	// keys: a step, and one back to the same state
	do(chromedp.KeyEvent("."))
	b.until("tumble.state().steps === 61")
	do(chromedp.KeyEvent(","))
	b.until("tumble.state().steps === 60")
	expect("tumble.state().hash", start)

	// the middle button, the wheel and two fingers move the eye, between the panels; a hand is slower than a frame of a
	// software renderer
	pause := chromedp.Sleep(time.Second)
	eye := b.state("eye")
	moved := func(what string, actions ...chromedp.Action) {
		t.Helper()
		do(actions...)
		b.until(fmt.Sprintf("tumble.state().eye !== %q", eye))
		eye = b.state("eye")
		t.Log(what, eye)
	}
	moved("middle button", chromedp.MouseEvent(input.MouseMoved, 440, 200), pause,
		chromedp.MouseEvent(input.MousePressed, 440, 200, chromedp.ButtonMiddle), pause,
		chromedp.MouseEvent(input.MouseMoved, 500, 240, chromedp.ButtonMiddle), pause,
		chromedp.MouseEvent(input.MouseReleased, 500, 240, chromedp.ButtonMiddle))
	moved("wheel", chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchMouseEvent(input.MouseWheel, 470, 200).WithDeltaX(0).WithDeltaY(-300).Do(ctx)
	}))
	touch := func(kind input.TouchType, points ...*input.TouchPoint) chromedp.Action {
		return chromedp.ActionFunc(func(ctx context.Context) error {
			return input.DispatchTouchEvent(kind, points).Do(ctx)
		})
	}
	finger := func(id, x float64) *input.TouchPoint { return &input.TouchPoint{X: x, Y: 200, ID: id} }
	moved("two fingers",
		touch(input.TouchStart, finger(1, 440), finger(2, 500)), pause,
		touch(input.TouchMove, finger(1, 410), finger(2, 540)), pause,
		touch(input.TouchEnd))

	// a slider of the panel changes a parameter, the button copies a link, and the link leads to the same state
	b.canvas("after")
	b.changeGravity()
	b.canvas("gravity")
	reading := &browser.PermissionDescriptor{Name: "clipboard-read"}
	allow := browser.SetPermission(reading, browser.PermissionSettingGranted)
	do(chromedp.ActionFunc(func(ctx context.Context) error {
		return allow.WithOrigin(address).Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
	}))
	do(chromedp.Click("#copy", chromedp.ByQuery))
	b.until("byId('note').value !== ''")
	expect("byId('note').value", "copied the link")
	var link string
	awaited := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	do(chromedp.Evaluate("navigator.clipboard.readText()", &link, awaited))
	query, copied := strings.CutPrefix(link, address+"?")
	values, err := url.ParseQuery(query)
	if !copied || err != nil || !values.Has("gravity.y") {
		t.Fatalf("%v: the link %q is not of %s or has no gravity", err, link, address)
	}
	do(chromedp.Navigate(link))
	b.running()
	expect("tumble.link()", "?"+query)
	expect("tumble.state().steps", "60")
	gravity := "gravity.y=" + values.Get("gravity.y")
	expect("tumble.state().hash", hashOf(t, program, "card_house", 60, "--set", gravity))
	b.canvas("link")

	do(chromedp.Navigate(address + "?scene=card_house&gravity.y=-3&step=5&do=hide-interface"))
	b.running()
	expect("tumble.state().hash", hashOf(t, program, "card_house", 5, "--set", "gravity.y=-3"))
	do(chromedp.Navigate(address+"?do=nosuch"), chromedp.WaitVisible(`body[data-state="failed"]`, chromedp.ByQuery))
	expect("byId('status').textContent.includes('nosuch')", "true")
	do(chromedp.Navigate(address))
	b.running()
	b.drops(dir, program)
	if problem := b.state("problem"); problem != "" {
		t.Error(problem)
	}
	if len(b.failures) > 0 {
		t.Error(strings.Join(b.failures, "\n"))
	}
}

// changeGravity drags the slider of the gravity, whose place in the panel is known.
func (b *tab) changeGravity() {
	b.Helper()
	var box []float64
	b.do(chromedp.Evaluate(
		`(() => { const r = byId("view").getBoundingClientRect(); return [r.right, r.top]; })()`, &box))
	x, y := box[0]-140, box[1]+163
	b.do(chromedp.MouseEvent(input.MouseMoved, x, y), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MouseMoved, x-30, y, chromedp.ButtonLeft), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MouseReleased, x-30, y, chromedp.ButtonLeft))
	b.until("tumble.link().includes('gravity.y')")
}

// drops drops a scene file, a recording and a capsule onto the page.
func (b *tab) drops(dir, program string) {
	b.Helper()
	sim := exec.Command(program, "sim", "gears", "--steps", "31", "--save", "30:moment.capsule",
		"--save", "31:state.glb", "--record", "run.tumble")
	sim.Dir = dir
	if out, err := sim.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	hash := hashOf(b.T, program, "gears", 30)
	for name, shows := range map[string]string{
		"state.glb":      `scene === "/files/state.glb"`,
		"run.tumble":     `scene === "gears" && s.steps > 5`,
		"moment.capsule": fmt.Sprintf(`scene === "gears" && s.paused && s.hash === %q`, hash),
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		b.do(chromedp.Navigate(b.text("location.origin") + "/?scene=box"))
		b.running()
		b.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			data.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
			document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
		})()`, base64.StdEncoding.EncodeToString(data), name), nil))
		b.until("tumble.state && ((s) => s." + shows + ")(tumble.state())")
		b.redrawn()
		b.canvas(name)
	}
}

// TestTimesInBrowser tells how long the first picture takes from an empty cache on, and how long recording and
// submitting a frame of a thousand bodies takes, medians both. A busy machine has no bound that holds; the processor
// time of all parts of the browser up to the first picture says more there.
func TestTimesInBrowser(t *testing.T) {
	_, _, address := sandboxInBrowser(t)
	b := open(t)
	b.do(network.Enable(), network.SetCacheDisabled(true), chromedp.EmulateViewport(900, 600))
	var first, worked []float64
	for range 5 {
		b.do(chromedp.Navigate("about:blank"), chromedp.Sleep(time.Second))
		before := b.processorTime()
		b.do(chromedp.Navigate(address))
		b.running()
		ms := 0.0
		b.do(chromedp.Evaluate("tumble.state().first", &ms))
		first, worked = append(first, ms), append(worked, b.processorTime()-before)
	}
	slices.Sort(first)
	slices.Sort(worked)
	// paused, and a small picture: the processor draws it, too
	b.do(chromedp.EmulateViewport(300, 240), chromedp.Navigate(address+"?scene=mixed_rain&step=1"))
	b.running()
	for i := 0; b.text("tumble.state().frames > 12") != "true"; i++ {
		if i == 1000 {
			t.Fatal("the page draws no pictures")
		}
		b.do(chromedp.MouseEvent(input.MouseMoved, float64(20+i%40), 100), chromedp.Sleep(100*time.Millisecond))
	}
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("first picture after %.0f ms (%.0f to %.0f), with %.2f s of processor time", first[2], first[0], first[4],
		worked[2])
	t.Logf("a frame of %s bodies is recorded and submitted in %s ms, the fastest in %s ms; load %s", b.state("bodies"),
		b.state("draw"), b.state("fastest"), load)
}

// processorTime (s) is that of all processes of the browser, 0 where there is no /proc.
func (b *tab) processorTime() float64 {
	const perSecond = 100 // of the clock of /proc
	type process struct {
		parent int
		ticks  float64
	}
	known := map[int]process{}
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		// the name in parentheses may hold anything
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		p := process{}
		p.parent, _ = strconv.Atoi(fields[1])
		for _, field := range fields[11:13] {
			ticks, _ := strconv.ParseFloat(field, 64)
			p.ticks += ticks
		}
		known[pid] = p
	}
	root, sum := chromedp.FromContext(b.ctx).Browser.Process().Pid, 0.0
	for pid, p := range known {
		for pid != root && pid > 1 {
			pid = known[pid].parent
		}
		if pid == root {
			sum += p.ticks
		}
	}
	return sum / perSecond
}

// TestBitsInBrowser holds that 500 steps of twenty scenes end with the same hash in a browser as in the native program.
func TestBitsInBrowser(t *testing.T) {
	_, program, address := sandboxInBrowser(t)
	b := open(t)
	b.do(chromedp.EmulateViewport(320, 240), chromedp.Navigate(address))
	for _, scene := range twenty {
		b.until("tumble.state")
		b.do(chromedp.Evaluate(fmt.Sprintf(`start("scene=%s&step=500")`, scene), nil))
		b.until(fmt.Sprintf("tumble.state && tumble.state().scene === %q", scene))
		if got, want := b.state("hash"), hashOf(t, program, scene, 500); got != want {
			t.Errorf("%s: hash %s in the browser, %s in the native program", scene, got, want)
		}
	}
}
