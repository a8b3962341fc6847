package main

import (
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = "# A page\n\n<!-- figures within 10 %\nsort numbers.txt\nfills\n| two | @ mm | @ |\n-->\n\n" +
	"```text numbers.txt\n-2.05\n1.5\n```\n\n| | a | b |\n|---|---|---|\n| two | −2 mm | 1.2 |\n"

// write puts a page into a source tree of its own.
func write(t *testing.T, text string) *options {
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "docs", "a.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return &options{root: root, sandbox: filepath.Join(root, "sandbox"), pages: []string{"docs/a.md"}}
}

func TestFillKeepsWhatIsNear(t *testing.T) {
	o := write(t, sample)
	o.check = true
	if err := run(o); !errors.Is(err, errMoved) {
		t.Fatalf("a figure that moved by a quarter: %v", err)
	}
	o.check = false
	if err := run(o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(o.root, "docs", "a.md"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(sample, "| −2 mm | 1.2 |", "| −2 mm | 1.5 |", 1); string(text) != want {
		t.Errorf("the page is\n%s", text)
	}
	o.check = true
	if err := run(o); err != nil {
		t.Errorf("a second time: %v", err)
	}
}

func TestFaultsOfPages(t *testing.T) {
	for text, want := range map[string]string{
		"<!-- figures about right\ntrue\nfills\nx\n-->\n":             `want nothing or "within`,
		"<!-- figures\necho 1\n-->\n":                                 "is missing",
		"<!-- figures\necho 1 2\nfills\nhas @\n-->\nhas 3\n":          "1 figures are wanted, the script prints 2",
		"<!-- figures\necho 1\nfills\nhas @ m\n-->\nhas three tons\n": `has no "has @ m"`,
		"<!-- figures\necho 1\nfills\nhas @\n-->\nhas 1, has 2\n":     "more than once",
		"<!-- figures\nfalse\nfills\nhas @\n-->\nhas 1\n":             "exit status 1",
	} {
		if err := run(write(t, text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// A page whose script fails hides no other page: the last line names all, whatever order the scripts end in.
func TestEveryPageIsNamed(t *testing.T) {
	o := write(t, sample)
	for name, text := range map[string]string{
		"b.md": "<!-- figures\nsleep 0.2\nfalse\nfills\nhas @\n-->\nhas 1\n",
		"c.md": "<!-- figures\nfalse\nfills\nhas @\n-->\nhas 1\n\n<!-- figures\necho 2\nfills\nlacks @\n-->\nlacks 1\n",
		"d.md": "<!-- figures\necho 1\nfills\nhas @\n-->\nhas 1\n",
		"e.md": "<!-- figures\necho 2\nfills\nhas @\n-->\nhas 1\n",
	} {
		if err := os.WriteFile(filepath.Join(o.root, "docs", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		o.pages = append(o.pages, "docs/"+name)
	}
	o.check = true
	err := run(o)
	if err == nil {
		t.Fatal("nothing has moved")
	}
	lines := strings.Split(err.Error(), "\n")
	last, want := lines[len(lines)-1], "failed: docs/b.md docs/c.md; moved: docs/a.md docs/c.md docs/e.md"
	if last != want {
		t.Errorf("the last line is %q, want %q", last, want)
	}
}

// A picture without its only body differs; one that is a little lighter does not.
func TestPicturesDiffer(t *testing.T) {
	dir := t.TempDir()
	draw := func(name string, back, body uint8) string {
		img := image.NewGray(image.Rect(0, 0, 320, 180))
		for y := range 180 {
			for x := range 320 {
				img.SetGray(x, y, color.Gray{back})
				if x/20 == 5 && y/20 == 5 {
					img.SetGray(x, y, color.Gray{body})
				}
			}
		}
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if err := png.Encode(file, img); err != nil {
			t.Fatal(err)
		}
		return file.Name()
	}
	with := draw("with.png", 200, 50)
	if d := differ(with, draw("lighter.png", 203, 53), 0); d > picturesAgree {
		t.Errorf("lighter by a hundredth: %.3f", d)
	}
	if d := differ(with, draw("without.png", 200, 200), 0); d <= picturesAgree {
		t.Errorf("without the body: %.3f", d)
	}
	if d := differ(with, filepath.Join(dir, "none.png"), 0); d != 1 {
		t.Errorf("no picture: %.3f", d)
	}
}
