package browser

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// sandboxInBrowser builds the page of the sandbox, or takes the folder that TUMBLE_WEB names, and serves it.
func sandboxInBrowser(t *testing.T) (dir, program, address string) {
	t.Helper()
	dir, program = sandbox(t)
	web := os.Getenv("TUMBLE_WEB")
	if web == "" {
		web = filepath.Join(dir, "web")
		if out, err := exec.Command("../../tools/web.sh", web).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	serve := exec.Command(program, "web", web, "--address", "127.0.0.1:0")
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
	return dir, program, strings.TrimSpace(line)
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
func hashOf(t *testing.T, program, scene string, steps int) string {
	t.Helper()
	out, err := exec.Command(program, "sim", scene, "--steps", fmt.Sprint(steps), "--hash", "-").Output()
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

// TestSandboxInBrowser opens the sandbox in a page: it has the state and the picture of the native program, takes keys,
// mouse, wheel and fingers, changes a parameter, goes back, has a link that leads to the same state, opens the scene, the
// values and the step of an address, and scenes and recordings by drop.
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
	moved("two fingers",
		touch(input.TouchStart, &input.TouchPoint{X: 440, Y: 200, ID: 1}, &input.TouchPoint{X: 500, Y: 200, ID: 2}), pause,
		touch(input.TouchMove, &input.TouchPoint{X: 410, Y: 200, ID: 1}, &input.TouchPoint{X: 540, Y: 200, ID: 2}), pause,
		touch(input.TouchEnd))

	// a slider of the panel changes a parameter, the button copies a link, and the link leads to the same state
	b.canvas("after")
	b.changeGravity()
	do(chromedp.Click("#copy", chromedp.ByQuery))
	b.until("byId('note').value !== ''")
	link := b.text("tumble.link()")
	values, err := url.ParseQuery(strings.TrimPrefix(link, "?"))
	if err != nil || !values.Has("gravity.y") {
		t.Fatalf("%v: the link %s has no gravity", err, link)
	}
	do(chromedp.Navigate(address + link))
	b.running()
	expect("tumble.link()", link)
	expect("tumble.state().steps", "60")
	// what a link names is the state again
	own := b.text("tumble.link()")
	do(chromedp.Navigate(address + "?scene=card_house&gravity.y=-3&step=5"))
	b.running()
	expect("tumble.state().steps", "5")
	if got := b.text("tumble.link()"); !strings.Contains(got, "gravity.y=-3") || own == got {
		t.Errorf("the link %s has not the gravity of the address", got)
	}
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
	b.do(chromedp.Evaluate(`(() => { const r = byId("view").getBoundingClientRect(); return [r.right, r.top]; })()`, &box))
	x, y := box[0]-140, box[1]+163
	b.do(chromedp.MouseEvent(input.MouseMoved, x, y), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MousePressed, x, y, chromedp.ButtonLeft), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MouseMoved, x-30, y, chromedp.ButtonLeft), chromedp.Sleep(500*time.Millisecond),
		chromedp.MouseEvent(input.MouseReleased, x-30, y, chromedp.ButtonLeft))
	b.until("tumble.link().includes('gravity.y')")
}

// drops drops a scene file and a recording onto the page.
func (b *tab) drops(dir, program string) {
	b.Helper()
	sim := exec.Command(program, "sim", "gears", "--steps", "30", "--save", "30:state.glb", "--record", "run.tumble")
	sim.Dir = dir
	if out, err := sim.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	for _, name := range []string{"state.glb", "run.tumble"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			b.Fatal(err)
		}
		var list strings.Builder
		for _, c := range data {
			fmt.Fprintf(&list, "%d,", c)
		}
		b.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const data = new DataTransfer();
			data.items.add(new File([new Uint8Array([%s])], %q));
			document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
		})()`, list.String(), name), nil))
		want := "/files/state.glb"
		if name == "run.tumble" {
			want = "gears"
		}
		b.until(fmt.Sprintf("tumble.state && tumble.state().scene === %q", want))
	}
	b.running()
	b.canvas("recording")
}

// TestBitsInBrowser holds that 500 steps of twenty scenes end with the same hash in a browser as in the native program.
func TestBitsInBrowser(t *testing.T) {
	_, program, address := sandboxInBrowser(t)
	b := open(t)
	b.do(chromedp.EmulateViewport(320, 240), chromedp.Navigate(address))
	for _, scene := range []string{
		"pyramid36", "card_house", "newtons_cradle", "gears", "driving", "crane", "ragdoll_bridge", "tumbler", "pool",
		"windmill", "bowling", "rope_bridge", "explosion", "domino_spiral", "spinning_coin", "moving_compounds", "roller_coaster",
		"turntable", "rolling_shapes", "mixed_rain",
	} {
		b.until("tumble.state")
		b.do(chromedp.Evaluate(fmt.Sprintf(`start("scene=%s&step=500")`, scene), nil))
		b.until(fmt.Sprintf("tumble.state && tumble.state().scene === %q", scene))
		if got, want := b.state("hash"), hashOf(t, program, scene, 500); got != want {
			t.Errorf("%s: hash %s in the browser, %s in the native program", scene, got, want)
		}
	}
}
