package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSite builds the site of this tree: no link of a page leads nowhere, and what the pages show is there.
func TestSite(t *testing.T) {
	out := filepath.Join(t.TempDir(), "site")
	pages, err := build("../..", out, "")
	if err != nil {
		t.Fatal(err)
	}
	if pages < 20 {
		t.Errorf("only %d pages", pages)
	}
	start, err := os.ReadFile(filepath.Join(out, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<h1 id=\"tumble\">Tumble</h1>", `href="docs/first-ten-minutes.html"`,
		`href="docs/gallery/index.html"`, `src="docs/time-travel/branch.png"`, "<table>"} {
		if !strings.Contains(string(start), want) {
			t.Errorf("the first page has no %s", want)
		}
	}
	for _, name := range []string{"docs/gallery/card_house.jpg", "docs/timestep.html", "docs/plots/motion.svg",
		"docs/example/first_world_test.go.txt", "style.css"} {
		if info, err := os.Stat(filepath.Join(out, name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLive: with the sandbox, pictures of the gallery lead to their scenes and those after a comment to the scene
// that it names, and the site has the script that opens them in the page; without it nothing of this.
func TestLive(t *testing.T) {
	web, out := t.TempDir(), filepath.Join(t.TempDir(), "site")
	if err := os.WriteFile(filepath.Join(web, "index.html"), []byte("sandbox"), 0o644); err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, folder := range []string{web, ""} {
		if _, err := build("../..", out, folder); err != nil {
			t.Fatal(err)
		}
		gallery, timestep := read("docs/gallery/index.html"), read("docs/timestep.html")
		for page, want := range map[string]string{
			gallery:  `href="../../live/index.html?scene=card_house&amp;do=hide-interface" class="live"`,
			timestep: `href="../live/index.html?scene=stall&amp;do=side-by-side,`,
		} {
			if strings.Contains(page, want) != (folder != "") || strings.Contains(page, "live.js") != (folder != "") {
				t.Errorf("sandbox in %q: a page has %s: %v", folder, want, strings.Contains(page, want))
			}
		}
		if n := strings.Count(gallery, `class="live"`); folder != "" && n < 20 {
			t.Errorf("%d pictures of the gallery lead to the sandbox", n)
		}
	}
	if _, err := build("../..", out, web); err != nil || read("live/index.html") != "sandbox" {
		t.Errorf("the sandbox is not in the site: %v", err)
	}
}

// TestNoGoFiles: the folder of the site lies in the tree by default, and Go would look for packages in it.
func TestNoGoFiles(t *testing.T) {
	out := t.TempDir()
	if _, err := build("../..", out, ""); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(out, func(path string, _ os.DirEntry, err error) error {
		if filepath.Ext(path) == ".go" {
			t.Errorf("%s is in the site", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestFaults: links to files, headings and folders without a page that are not there are named, all of them.
func TestFaults(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"README.md":   "# A\n\n[b](docs/b.md#two-words) [same](#a) [file](docs/c.txt) [gone](docs/no.md) [empty](docs)\n",
		"docs/b.md":   "# B\n\n## Two words\n\n## Two words\n\n[up](../README.md) [second](#two-words-1) [none](#three)\n",
		"docs/c.txt":  "c",
		"docs/d/e.md": "e",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, err := build(root, filepath.Join(root, "out"), "")
	if err == nil {
		t.Fatal("nothing is found")
	}
	want := []string{"docs/no.md", "README.md: docs: the folder has no page", "docs/b.md has no heading #three"}
	if got := err.Error(); strings.Count(got, "\n") != len(want)-1 {
		t.Errorf("other faults: %s", got)
	}
	for _, w := range want {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%s is missing in %v", w, err)
		}
	}
	if _, err := os.Stat(filepath.Join(root, "out")); err == nil {
		t.Error("a site with faults was written")
	}
}
