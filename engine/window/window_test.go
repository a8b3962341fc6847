//go:build cgo

package window

import (
	"errors"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/mainthread"
	"tumble/renderer"
	"tumble/renderer/gl"
)

var (
	_ engine.Window    = (*Window)(nil)
	_ renderer.Surface = (*Window)(nil)
)

func TestMain(m *testing.M) { mainthread.Run(m) }

func needsDisplay(t *testing.T) {
	t.Helper()
	if missing := missingDisplay(); missing != "" {
		t.Skip(missing)
	}
}

type fakeClock struct{ now int64 }

func (c *fakeClock) Now() int64 { c.now++; return c.now }

func TestNoDisplay(t *testing.T) {
	for _, display := range []string{"", ":12345"} {
		t.Setenv("DISPLAY", display)
		mainthread.Do(func() {
			w, err := Open(Options{Hidden: true})
			if !errors.Is(err, ErrNoDisplay) {
				t.Errorf("display %q: error %v, want ErrNoDisplay", display, err)
			}
			if w != nil {
				w.Destroy()
			}
			t.Log(err)
		})
	}
}

// show is a window with a render goroutine.
type show struct {
	window *Window
	exec   *renderer.Threaded
	device *gl.Device
	inbox  *input.Inbox
}

func open(t *testing.T, o Options) *show {
	t.Helper()
	s := &show{}
	var err error
	mainthread.Do(func() {
		if s.window, err = Open(o); err == nil {
			s.inbox = input.NewInbox(&fakeClock{})
			s.window.Attach(s.inbox, nil)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	s.exec, err = renderer.NewThreaded(renderer.Config{
		Surface: s.window,
		Open: func() (renderer.Device, error) {
			var err error
			s.device, err = gl.New(s.window.GetProcAddress, gl.Options{})
			return s.device, err
		},
		Wake: s.window.PostEmptyEvent,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *show) close(t *testing.T) {
	t.Helper()
	if err := s.exec.Close(10e9); err != nil {
		t.Error(err)
	}
	if o := s.device.Objects(); o != (gl.Objects{}) {
		t.Errorf("objects left: %+v", o)
	}
	if all, n := s.device.Problems(); n > 0 {
		t.Errorf("errors of OpenGL: %v", all)
	}
	mainthread.Do(s.window.Destroy)
}

var quadrants = [4]renderer.Color{renderer.Hex(0xff2010), renderer.Hex(0x20c040), renderer.Hex(0x3050f0),
	renderer.Hex(0xf0e0d0)}

// draw shows a sky with four coloured squares in the corners and returns the picture if asked.
func (s *show) draw(t *testing.T, vsync renderer.Vsync, capture bool) *image.RGBA {
	t.Helper()
	var w, h int
	mainthread.Do(func() {
		s.window.PollEvents()
		w, h = s.window.FramebufferSize()
	})
	p := s.exec.WaitAcquire(renderer.InOrder, 10e9)
	if p == nil {
		t.Fatalf("no packet: %v", s.exec.Err())
	}
	p.Header.Width, p.Header.Height, p.Header.ContentScale, p.Header.Vsync = int32(w), int32(h), 1, vsync
	if capture {
		p.Header.Flags |= renderer.FrameCapture
	}
	p.Environment, p.Quality = renderer.DefaultEnvironment(), renderer.Quality{Samples: 1}
	v := &p.View
	v.Eye, v.Near, v.Far, v.FovY = mgl32.Vec3{0, 2, 5}, 0.1, 100, 1
	v.View = mgl32.LookAtV(v.Eye, mgl32.Vec3{}, mgl32.Vec3{0, 1, 0})
	v.Proj = mgl32.Perspective(v.FovY, float32(w)/float32(h), v.Near, v.Far)
	v.ViewProj = v.Proj.Mul4(v.View)
	v.Inverse = v.ViewProj.Inv()
	p.DrawSky()
	p.DrawGround()
	for i, c := range quadrants {
		x, y := float32(i%2)*float32(w-40), float32(i/2)*float32(h-40)
		p.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
			X0: x, Y0: y, X1: x + 40, Y1: y + 40, ColorTop: c, ColorBottom: c, ColorBorder: c,
		})
	}
	s.exec.Submit(p)
	if !capture {
		return nil
	}
	var c renderer.Capture
	for deadline := time.Now().Add(20 * time.Second); !s.exec.TakeCapture(&c); {
		if err := s.exec.Err(); err != nil || time.Now().After(deadline) {
			t.Fatalf("no picture: %v", err)
		}
		time.Sleep(time.Millisecond)
	}
	return &image.RGBA{Pix: c.Pixels, Stride: 4 * c.Width, Rect: image.Rect(0, 0, c.Width, c.Height)}
}

// checkSquares holds that the four squares stand in the corners in their colours.
func checkSquares(t *testing.T, img image.Image, w, h int) {
	t.Helper()
	if img.Bounds().Dx() != w || img.Bounds().Dy() != h {
		t.Fatalf("picture of %v, want %dx%d", img.Bounds(), w, h)
	}
	for i, c := range quadrants {
		x, y := 20+i%2*(w-40), 20+i/2*(h-40)
		r, g, b, _ := img.At(x, y).RGBA()
		if got := renderer.RGBA(uint8(r>>8), uint8(g>>8), uint8(b>>8), 255); got != c {
			t.Errorf("pixel %d,%d is %x, want %x", x, y, got, c)
		}
	}
}

// onScreen takes a picture of the display, nil where no program for it is installed.
func onScreen(t *testing.T) image.Image {
	t.Helper()
	tool, err := exec.LookPath("import")
	if err != nil {
		t.Log("no program to take a picture of the display")
		return nil
	}
	path := filepath.Join(t.TempDir(), "screen.png")
	if out, err := exec.Command(tool, "-window", "root", path).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestWindowShowsWhatIsDrawn(t *testing.T) {
	needsDisplay(t)
	s := open(t, Options{Width: 400, Height: 300})
	defer s.close(t)
	img := s.draw(t, renderer.VsyncOff, true)
	checkSquares(t, img, 400, 300)

	// on a display of the test's own nothing covers the window or moves it
	if !strings.Contains(os.Getenv("XAUTHORITY"), "xvfb-run") {
		return
	}
	mainthread.Do(func() { s.window.glfw.SetPos(0, 0) })
	for range 4 {
		img = s.draw(t, renderer.VsyncOff, true)
	}
	screen := onScreen(t)
	if screen == nil {
		return
	}
	for y := 0; y < 300; y++ {
		for x := 0; x < 400; x++ {
			r, g, b, _ := screen.At(x, y).RGBA()
			c := img.RGBAAt(x, y)
			if uint8(r>>8) != c.R || uint8(g>>8) != c.G || uint8(b>>8) != c.B {
				t.Fatalf("pixel %d,%d on the display is %x %x %x, drawn was %v", x, y, r>>8, g>>8, b>>8, c)
			}
		}
	}
}

func TestResizeAndVsync(t *testing.T) {
	needsDisplay(t)
	s := open(t, Options{Width: 320, Height: 200})
	defer s.close(t)
	sizes := [][2]int{{320, 200}, {500, 333}, {161, 97}, {640, 360}, {120, 400}}
	for round := range 10 {
		size := sizes[round%len(sizes)]
		mainthread.Do(func() { s.window.SetSize(size[0], size[1]) })
		for deadline := time.Now().Add(10 * time.Second); ; {
			var w, h int
			mainthread.Do(func() { s.window.WaitEventsTimeout(5e6); w, h = s.window.FramebufferSize() })
			if w == size[0] && h == size[1] {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("the window is %dx%d, asked for %v", w, h, size)
			}
		}
		img := s.draw(t, renderer.Vsync(round%3), true)
		checkSquares(t, img, size[0], size[1])
	}
	if n, err := s.exec.Problem(); n > 0 {
		t.Log("adaptive synchronisation or swap interval:", err)
	}
	var e input.Event
	resized := false
	for ok := true; ok; {
		if e, ok = s.inbox.Pop(); e.Kind == input.EventResize {
			resized = true
		}
	}
	if !resized {
		t.Error("no event told of the new size")
	}
}

func TestNothingLeaks(t *testing.T) {
	needsDisplay(t)
	cycle := func() {
		s := open(t, Options{Width: 160, Height: 120})
		s.draw(t, renderer.VsyncOn, false)
		s.draw(t, renderer.VsyncOff, true)
		s.close(t)
	}
	// the driver starts threads of its own with the first context
	cycle()
	goroutines, threads := runtime.NumGoroutine(), threadCount(t)
	for range 2 {
		cycle()
	}
	time.Sleep(50 * time.Millisecond)
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, were %d", n, goroutines)
	}
	if n := threadCount(t); n > threads+2 {
		t.Errorf("%d threads, were %d", n, threads)
	}
}

func threadCount(t *testing.T) int {
	tasks, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Log(err)
		return 0
	}
	return len(tasks)
}

func TestWindowState(t *testing.T) {
	needsDisplay(t)
	mainthread.Do(func() {
		w, err := Open(Options{Width: 300, Height: 200, Title: "state"})
		if err != nil {
			t.Error(err)
			return
		}
		defer w.Destroy()
		inbox := input.NewInbox(&fakeClock{})
		w.Attach(inbox, nil)
		if x, y := w.ContentScale(); x <= 0 || y <= 0 {
			t.Errorf("content scale %v, %v", x, y)
		}
		if !w.Visible() || w.ShouldClose() || w.Fullscreen() {
			t.Error("a new window is hidden, closing or full screen")
		}
		w.SetClipboard("Kreisel ⟲")
		if text := w.Clipboard(); text != "Kreisel ⟲" {
			t.Errorf("clipboard %q", text)
		}
		for s := engine.CursorArrow; s <= engine.CursorResizeY; s++ {
			w.SetCursorShape(s)
		}
		for _, m := range []engine.CursorMode{engine.CursorHidden, engine.CursorCaptured, engine.CursorNormal} {
			w.SetCursorMode(m)
		}
		w.SetFullscreen(true)
		w.PollEvents()
		w.SetFullscreen(false)
		w.SetTitle("other")
		w.PostEmptyEvent()
		start := time.Now()
		w.WaitEventsTimeout(20e9)
		if time.Since(start) > 10*time.Second {
			t.Error("the empty event woke nobody")
		}
		if n := Problems(); n > 0 {
			t.Errorf("%d errors of GLFW", n)
		}
	})
}

// TestInput presses keys and buttons with a program that speaks to the X server.
func TestInput(t *testing.T) {
	needsDisplay(t)
	tool, err := exec.LookPath("xdotool")
	if err != nil {
		t.Skip("xdotool is not installed")
	}
	var w *Window
	inbox := input.NewInbox(&fakeClock{})
	mainthread.Do(func() {
		if w, err = Open(Options{Width: 300, Height: 200}); err == nil {
			w.Attach(inbox, nil)
			w.glfw.SetPos(0, 0)
			w.glfw.Focus()
			w.PollEvents()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer mainthread.Do(func() { w.Destroy() })
	out, err := exec.Command(tool, "mousemove", "120", "80", "keydown", "ctrl", "key", "k", "keyup", "ctrl",
		"type", "ab").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command(tool, "click", "1", "click", "4").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	seen := map[string]bool{}
	for deadline := time.Now().Add(5 * time.Second); len(seen) < 6 && time.Now().Before(deadline); {
		mainthread.Do(func() { w.WaitEventsTimeout(20e6) })
		for e, ok := inbox.Pop(); ok; e, ok = inbox.Pop() {
			switch {
			case e.Kind == input.EventKey && e.Code == input.KeyLeftControl && e.Action == input.Press &&
				e.Mods&input.ModControl != 0:
				seen["control pressed, with its own modifier"] = true
			case e.Kind == input.EventKey && e.Code == input.KeyLeftControl && e.Action == input.Release &&
				e.Mods&input.ModControl == 0:
				seen["control released, without it"] = true
			case e.Kind == input.EventKey && e.Code == 'K' && e.Mods&input.ModControl != 0:
				seen["k with control"] = true
			case e.Kind == input.EventChar && e.Code == 'b':
				seen["typed b"] = true
			case e.Kind == input.EventMouseButton && e.Code == input.MouseLeft && e.Action == input.Press &&
				e.X == 120 && e.Y == 80:
				seen["click"] = true
			case e.Kind == input.EventScroll && e.Y == 1:
				seen["scroll"] = true
			}
		}
	}
	if len(seen) != 6 {
		t.Errorf("seen only %v", seen)
	}
}

// TestKeysFollowTheLayout sets a German keyboard, where Y and Z have changed places.
func TestKeysFollowTheLayout(t *testing.T) {
	needsDisplay(t)
	layout, err := exec.LookPath("setxkbmap")
	tool, err2 := exec.LookPath("xdotool")
	if err != nil || err2 != nil {
		t.Skip("setxkbmap or xdotool is not installed")
	}
	if out, err := exec.Command(layout, "de").CombinedOutput(); err != nil {
		t.Skipf("setxkbmap: %v: %s", err, out)
	}
	defer func() { _ = exec.Command(layout, "us").Run() }()
	var w *Window
	inbox := input.NewInbox(&fakeClock{})
	mainthread.Do(func() {
		if w, err = Open(Options{Width: 300, Height: 200}); err == nil {
			w.Attach(inbox, nil)
			w.glfw.SetPos(0, 0)
			w.glfw.Focus()
			w.PollEvents()
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer mainthread.Do(func() { w.Destroy() })
	// keycode 29 is right of T, where a US keyboard has Y
	if out, err := exec.Command(tool, "key", "29").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for deadline := time.Now().Add(5 * time.Second); time.Now().Before(deadline); {
		mainthread.Do(func() { w.WaitEventsTimeout(20e6) })
		for e, ok := inbox.Pop(); ok; e, ok = inbox.Pop() {
			if e.Kind != input.EventKey {
				continue
			}
			if e.Code != 'Z' || e.Physical != 'Y' {
				t.Errorf("the key right of T is %c at %c, want Z at Y", e.Code, e.Physical)
			}
			return
		}
	}
	t.Error("no key arrived")
}

// TestEndurance draws many frames while the size and the synchronisation change: no error of
// OpenGL, no object and no goroutine left. TUMBLE_SOAK=1 makes it ten thousand frames.
func TestEndurance(t *testing.T) {
	needsDisplay(t)
	frames, resizes, toggles := 500, 50, 10
	if os.Getenv("TUMBLE_SOAK") == "1" {
		frames, resizes, toggles = 10000, 1000, 100
	}
	goroutines := runtime.NumGoroutine()
	s := open(t, Options{Width: 320, Height: 180})
	rng := rand.New(rand.NewPCG(7, 8))
	vsync := renderer.VsyncOff
	for i := range frames {
		if i%(frames/resizes) == 0 {
			w, h := 200+rng.IntN(240), 100+rng.IntN(160)
			mainthread.Do(func() { s.window.SetSize(w, h) })
		}
		if i%(frames/toggles) == 0 {
			vsync = renderer.VsyncOn - vsync + renderer.VsyncOff
		}
		s.draw(t, vsync, false)
		var r renderer.Present
		for s.exec.Poll(&r) {
		}
	}
	if n, err := s.exec.Problem(); n > 0 {
		t.Errorf("%d problems, the last: %v", n, err)
	}
	c := s.exec.Counters()
	if s.close(t); c.Drawn+c.Dropped < uint64(frames)-3 {
		t.Errorf("%d frames drawn and %d dropped of %d", c.Drawn, c.Dropped, frames)
	}
	time.Sleep(20 * time.Millisecond)
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, were %d", n, goroutines)
	}
}

// TestNoAllocationPerFrame holds that what the loop asks of the window in every frame costs no memory.
func TestNoAllocationPerFrame(t *testing.T) {
	needsDisplay(t)
	mainthread.Do(func() {
		w, err := Open(Options{Width: 300, Height: 200})
		if err != nil {
			t.Error(err)
			return
		}
		defer w.Destroy()
		inbox := input.NewInbox(&fakeClock{})
		w.Attach(inbox, nil)
		frame := func() {
			w.PostEmptyEvent()
			w.WaitEventsTimeout(1e6)
			w.PollEvents()
			w.FramebufferSize()
			w.ContentScale()
			w.RefreshMilliHz()
			w.CursorPosition()
			w.ShouldClose()
			w.Visible()
			w.SetCursorShape(engine.CursorHand)
			w.SetCursorShape(engine.CursorArrow)
		}
		frame()
		if n := testing.AllocsPerRun(50, frame); n > 0 {
			t.Errorf("%v allocations per frame", n)
		}
	})
}
