package browser

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// TestSiteInBrowser: a picture of the gallery becomes its scene when it is clicked, and not before; another one takes
// the place of the first; loops of the time step stand side by side in their page; nothing is loaded from elsewhere.
func TestSiteInBrowser(t *testing.T) {
	dir, program := sandbox(t)
	site := filepath.Join(dir, "site")
	build := exec.Command("go", "run", ".", "-out", site, "-web", webFolder(t))
	build.Dir = "../site"
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	address := serve(t, program, site)
	b := open(t)
	var elsewhere []string
	programs := 0
	chromedp.ListenTarget(b.ctx, func(event any) {
		if e, ok := event.(*network.EventRequestWillBeSent); ok {
			if strings.HasSuffix(e.Request.URL, ".wasm.gz") {
				programs++
			} else if !strings.HasPrefix(e.Request.URL, address) && !strings.HasPrefix(e.Request.URL, "data:") {
				elsewhere = append(elsewhere, e.Request.URL)
			}
		}
	})
	picture := func(name string) {
		t.Helper()
		var data []byte
		b.do(chromedp.CaptureScreenshot(&data))
		b.keep("site-"+name, data)
	}
	// shows clicks a picture and waits until its scene moves
	shows := func(scene string) {
		t.Helper()
		link := `a.live[href*="scene=` + scene + `&"]`
		b.do(chromedp.ScrollIntoView(link, chromedp.ByQuery), chromedp.Click(link, chromedp.ByQuery))
		b.until(`frames.length === 1 && frames[0].tumble && frames[0].tumble.state &&
			((s) => s.scene === "` + scene + `" && s.frames > 3 && s.steps > 1)(frames[0].tumble.state())`)
		b.expect("document.querySelectorAll('iframe').length", "1")
		picture(scene)
	}
	b.do(network.Enable(), chromedp.EmulateViewport(1000, 800), chromedp.Navigate(address+"docs/gallery/"))
	b.expect("document.querySelectorAll('a.live').length > 20", "true")
	if programs > 0 {
		t.Error("the program is loaded before it is asked for")
	}
	picture("gallery")
	shows("newtons_cradle")
	shows("card_house")
	b.do(chromedp.Click("figure.live button", chromedp.ByQuery))
	b.expect("document.querySelectorAll('iframe').length", "0")
	b.do(chromedp.Navigate(address + "docs/timestep.html"))
	shows("stall")
	if len(b.failures)+len(elsewhere) > 0 {
		t.Errorf("exceptions %q, requests %q", b.failures, elsewhere)
	}
}
