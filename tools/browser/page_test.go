// Package browser tests the page of a study in headless Chromium, with clicks and a phone. It is a module of its own,
// so that the program does not depend on a driver of browsers.
package browser

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const study = `title = "Card house: friction & sub-steps </script><script>broken()</script>"
scene = "card_house"
steps = 60
[[parameter]]
key = "material.friction"
range = [0.2, 0.9]
[[parameter]]
key = "substeps"
range = [1, 8]
[[metric]]
meter = "penetration.max"
[[metric]]
meter = "drift.max"
reduce = "last"
[[guard]]
name = "stands"
breaks = "drift.max > 0.05"
[design]
kind = "latin"
cells = 60
`

// sandbox builds the program into a folder of the test.
func sandbox(t *testing.T) (dir, program string) {
	t.Helper()
	dir = t.TempDir()
	program = filepath.Join(dir, "sandbox")
	build := exec.Command("go", "build", "-o", program, "./cmd/sandbox")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir, program
}

// page runs a study and returns the address of its page.
func page(t *testing.T) string {
	dir, program := sandbox(t)
	if err := os.WriteFile(filepath.Join(dir, "study.toml"), []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(program, "sweep", "study.toml", "--report", "page.html", "--pictures", "3")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(dir, "page.html")
}

// tab is a tab of Chromium with the exceptions of its page.
type tab struct {
	*testing.T
	ctx      context.Context
	failures []string
}

// open starts Chromium; the test is skipped where there is none.
func open(t *testing.T) *tab {
	if _, err := exec.LookPath("chromium"); err != nil {
		t.Skip("needs chromium")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox,
		chromedp.WindowSize(1280, 900))
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancelTab := chromedp.NewContext(allocator)
	t.Cleanup(cancelTab)
	ctx, cancelTime := context.WithTimeout(ctx, 15*time.Minute)
	t.Cleanup(cancelTime)
	b := &tab{T: t, ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			b.failures = append(b.failures, e.ExceptionDetails.Error())
		}
	})
	return b
}

func (b *tab) do(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// text is the value of an expression.
func (b *tab) text(expression string) (s string) {
	b.Helper()
	b.do(chromedp.Evaluate("String("+expression+")", &s))
	return s
}

// settle is how long a busy machine may take to lay a page out.
const settle = 5 * time.Second

// expect waits until an expression has a value.
func (b *tab) expect(expression, want string) {
	b.Helper()
	got := b.text(expression)
	for deadline := time.Now().Add(settle); got != want && time.Now().Before(deadline); {
		time.Sleep(50 * time.Millisecond)
		got = b.text(expression)
	}
	if got != want {
		b.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// keep writes a screenshot to the folder that TUMBLE_PICTURES names, if it does.
func (b *tab) keep(name string, png []byte) {
	b.Helper()
	dir := os.Getenv("TUMBLE_PICTURES")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o666); err != nil {
		b.Fatal(err)
	}
}

// TestPage opens the page of a study, filters, sorts, drags along an axis, opens a cell, in light and dark and on a
// phone. TUMBLE_PICTURES names a folder for screenshots.
func TestPage(t *testing.T) {
	path := page(t)
	b := open(t)
	do, text, expect := b.do, b.text, b.expect
	picture := func(name string) {
		t.Helper()
		var png []byte
		do(chromedp.FullScreenshot(&png, 100))
		b.keep(name, png)
	}
	do(chromedp.Navigate("file://"+path), chromedp.WaitVisible("#body tr", chromedp.ByQuery))
	expect("document.title", `Card house: friction & sub-steps </script><script>broken()</script>`)
	expect("document.querySelectorAll('#body tr').length", "60")
	expect("document.querySelectorAll('section svg').length", "4")
	expect("performance.getEntriesByType('resource').length", "0")
	picture("light")

	// a filter by words and one by numbers leave what they say
	do(chromedp.SendKeys("#filter", "fine, substeps > 4", chromedp.ByQuery), chromedp.Sleep(300*time.Millisecond))
	want := text("data.cell.filter((_, i) => data.state[i] === 0 && columns[1].data[i] > 4).length")
	expect("document.querySelectorAll('#body tr').length", want)
	expect("document.getElementById('count').textContent", want+" of 60 cells")
	do(chromedp.Evaluate(`byId("filter").value = ""`, nil), chromedp.SendKeys("#filter", "nosuch > 4",
		chromedp.ByQuery))
	expect("document.getElementById('wrong').textContent", "no column is called nosuch")
	do(chromedp.Evaluate(`byId("filter").value = ""; choose()`, nil))

	// a click sorts, a second one the other way round
	do(chromedp.Click("#head th:nth-child(4)", chromedp.ByQuery))
	expect("document.querySelector('#body td:nth-child(4)').textContent", "1")
	do(chromedp.Click("#head th:nth-child(4)", chromedp.ByQuery))
	expect("document.querySelector('#body td:nth-child(4)').textContent", "8")

	// a cell shows its command
	do(chromedp.Click("#body tr:nth-child(2)", chromedp.ByQuery), chromedp.WaitVisible("#detail", chromedp.ByQuery))
	cell := text("document.querySelector('#body tr:nth-child(2) td').textContent")
	command := "sandbox run --cell study.toml#" + cell
	if step := text("columns.find(c => c.kind === 'guard').data[data.cell.indexOf(" + cell + ")]"); step != "0" {
		command += " --at " + step
	}
	expect("document.getElementById('command').textContent", command)
	expect("document.getElementById('take').textContent",
		"sandbox sweep take study.toml#"+cell+" --preset cell-"+cell+".toml")
	picture("cell")
	do(chromedp.Click("#close", chromedp.ByQuery), chromedp.WaitNotVisible("#detail", chromedp.ByQuery))

	// pictures of the best cells and of those that broke first open theirs
	expect("document.querySelectorAll('#gallery img').length", "6")
	expect("[...document.querySelectorAll('#gallery img')].every(i => i.complete && i.naturalWidth === 560)", "true")
	do(chromedp.Click("#gallery figure:nth-child(5)", chromedp.ByQuery),
		chromedp.WaitVisible("#detail", chromedp.ByQuery))
	expect(
		"document.getElementById('detail-title').textContent.startsWith('Cell ' + data.pictures[4].cell + ': broken')",
		"true")
	do(chromedp.Click("#close", chromedp.ByQuery), chromedp.WaitNotVisible("#detail", chromedp.ByQuery))

	// a button plays the run of a cell in the page, without a request
	do(chromedp.Click("#gallery figure:nth-child(4) button", chromedp.ByQuery))
	b.until(`byId("film").contentDocument?.body?.dataset.state === "drawn"`)
	expect("byId('detail').hidden", "true")
	expect("byId('film').contentDocument.querySelectorAll('#curves figure').length", "2")
	do(chromedp.ScrollIntoView("#film", chromedp.ByQuery))
	picture("film")
	expect("performance.getEntriesByType('resource').length", "0")

	// a drag along an axis keeps its range
	var box []float64
	do(chromedp.ScrollIntoView("#lines", chromedp.ByQuery), chromedp.Evaluate(`(() => { const r = document.querySelector("[data-axis='substeps']").getBoundingClientRect(); return [r.x + r.width / 2, r.y, r.height]; })()`, &box))
	do(chromedp.MouseEvent(input.MousePressed, box[0], box[1]+box[2]*0.1, chromedp.ButtonLeft),
		chromedp.MouseEvent(input.MouseReleased, box[0], box[1]+box[2]*0.5, chromedp.ButtonLeft))
	shown := text("document.querySelectorAll('#body tr').length")
	if shown == "60" || shown == "0" {
		t.Errorf("a range of an axis leaves %s cells", shown)
	}
	expect("document.querySelectorAll('#body tr').length",
		text(
			"data.cell.filter((_, i) => columns[1].data[i] >= 1 + 7 * ranges.get(columns[1])[0] && "+
				"columns[1].data[i] <= 1 + 7 * ranges.get(columns[1])[1]).length"))
	picture("range")

	// dark, and a phone, whose page does not scroll sideways
	do(emulation.SetEmulatedMedia().WithFeatures(
		[]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	expect("getComputedStyle(document.body).backgroundColor", "rgb(20, 23, 27)")
	picture("dark")
	do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch), chromedp.Reload(),
		chromedp.WaitVisible("#body tr", chromedp.ByQuery))
	expect("document.documentElement.scrollWidth <= 390", "true")
	expect("getComputedStyle(document.querySelector('main')).gridTemplateColumns.split(' ').length", "1")
	picture("phone")
	if len(b.failures) > 0 {
		t.Error(strings.Join(b.failures, "\n"))
	}
}
