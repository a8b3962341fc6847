package browser

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// runPage simulates a scene and returns the address of its page.
func runPage(t *testing.T, args ...string) string {
	t.Helper()
	dir, program := sandbox(t)
	sim := exec.Command(program, append([]string{"sim", "--save", "run.html"}, args...)...)
	sim.Dir = dir
	if out, err := sim.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "run.html")
}

// colours counts the colours of a part of a picture, in steps of 16.
func colours(t *testing.T, picture []byte, part image.Rectangle) int {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	known := map[[3]uint32]bool{}
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := img.At(x, y).RGBA()
			known[[3]uint32{r >> 12, g >> 12, b >> 12}] = true
		}
	}
	return len(known)
}

// TestRunPage opens the page of a run from the disk: it draws, plays, pauses, seeks by slider and curve, looks around
// with the mouse and two fingers, names bodies, changes its theme, fits a phone, and asks for nothing on a network.
func TestRunPage(t *testing.T) {
	path := runPage(t, "card_house", "--steps", "300", "--measure", "energy.total,speed.max")
	b := open(t)
	var requests []string
	chromedp.ListenTarget(b.ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			url := e.Request.URL
			if url != "file://"+path && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
				requests = append(requests, url)
			}
		}
	})
	do, text, expect := b.do, b.text, b.expect
	picture := func(name string) []byte {
		t.Helper()
		var data []byte
		do(chromedp.Sleep(300*time.Millisecond), chromedp.CaptureScreenshot(&data))
		b.keep("run-"+name, data)
		return data
	}
	drawn := chromedp.WaitVisible(`body[data-state="drawn"]`, chromedp.ByQuery)
	// drawn by a processor, a small picture is quicker
	do(network.Enable(), chromedp.EmulateViewport(800, 600), chromedp.Navigate("file://"+path), drawn)
	expect("document.title", "card_house")
	expect("byId('problem').hidden", "true")
	expect("curves.length", "2")
	expect("stage.bodies.length", "15")

	// the middle of the picture has a house in it
	if n := colours(t, picture("light"), image.Rect(250, 40, 550, 330)); n < 20 {
		t.Errorf("the middle of the picture has %d colours", n)
	}

	// it plays, and stops with a key
	do(chromedp.Evaluate("go(0); pause(false)", nil), chromedp.Poll("now > 0.05", nil), chromedp.KeyEvent(" "))
	expect("playing", "false")

	// the slider and a curve seek; the arrow is one step
	do(chromedp.Evaluate(`slider.value = 0.5; slider.dispatchEvent(new Event("input"))`, nil))
	expect("now.toFixed(3)", "1.500")
	do(chromedp.Focus("#view", chromedp.ByQuery), chromedp.KeyEvent(kb.ArrowRight))
	expect("now.toFixed(3)", "1.510")
	var box []float64
	do(chromedp.Evaluate(`(() => {
		const r = curves[1].canvas.getBoundingClientRect();
		return [r.x + r.width / 4, r.y + r.height / 2];
	})()`, &box))
	do(chromedp.MouseClickXY(box[0], box[1]))
	expect("Math.abs(now - 0.75) < 0.01", "true")
	expect("curves[1].value.textContent !== ''", "true")

	// the mouse looks around, and the wheel comes nearer
	before := text("stage.camera.position.toArray()")
	do(chromedp.MouseEvent(input.MousePressed, 300, 300, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.MouseMoved, 420, 330, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.MouseReleased, 420, 330, chromedp.ButtonLeft), chromedp.Sleep(300*time.Millisecond))
	if after := text("stage.camera.position.toArray()"); after == before {
		t.Error("dragging does not move the camera")
	}
	far := text("stage.controls.getDistance() / run.distance > 0.95")
	do(chromedp.ActionFunc(func(ctx context.Context) error {
		return input.DispatchMouseEvent(input.MouseWheel, 600, 300).WithDeltaX(0).WithDeltaY(-600).Do(ctx)
	}), chromedp.Sleep(300*time.Millisecond))
	if far != "true" || text("stage.controls.getDistance() / run.distance < 0.9") != "true" {
		t.Error("the wheel does not come nearer")
	}
	do(chromedp.KeyEvent("n"))
	do(chromedp.Poll("names.children.length > 3", nil))
	picture("names")
	do(chromedp.Click("#home", chromedp.ByQuery))

	// dark, and a phone with fingers, whose page does not scroll sideways
	do(chromedp.Click("#dark", chromedp.ByQuery))
	expect("getComputedStyle(document.body).backgroundColor", "rgb(20, 23, 27)")
	picture("dark")
	do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Reload(), drawn)
	do(emulation.SetTouchEmulationEnabled(true))
	expect("document.documentElement.scrollWidth <= 390", "true")
	before = text("stage.camera.position.toArray()")
	touch := func(kind input.TouchType, x float64) chromedp.Action {
		points := []*input.TouchPoint{{X: x, Y: 250}}
		if kind == input.TouchEnd {
			points = []*input.TouchPoint{}
		}
		return input.DispatchTouchEvent(kind, points)
	}
	do(touch(input.TouchStart, 150), touch(input.TouchMove, 200), touch(input.TouchMove, 260), touch(input.TouchEnd, 0),
		chromedp.Sleep(300*time.Millisecond))
	if after := text("stage.camera.position.toArray()"); after == before {
		t.Error("a finger does not move the camera")
	}
	if n := colours(t, picture("phone"), image.Rect(100, 100, 290, 400)); n < 20 {
		t.Errorf("the middle of the picture of a phone has %d colours", n)
	}
	expect("performance.getEntriesByType('resource').filter(e => !/^(data|blob):/.test(e.name)).length", "0")
	if len(b.failures)+len(requests) > 0 {
		t.Errorf("exceptions %q, requests %q", b.failures, requests)
	}
}
