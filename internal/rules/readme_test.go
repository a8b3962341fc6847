package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tumble/internal/app/command"
)

// TestFirstWorld holds that the programs of docs/first-world.md are those that the tests in docs/example compile and
// run.
func TestFirstWorld(t *testing.T) {
	page, err := os.ReadFile("docs/first-world.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("docs/example/first_world_test.go")
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile(
		`(?s)func (Example_\w+)\(\) \{\n(.*?)\t// Output:`).FindAllStringSubmatch(string(example), -1)
	if blocks := strings.Count(string(page), "```go\n"); len(programs) != blocks {
		t.Errorf("%d programs on the page, %d with an expected output in the tests", blocks, len(programs))
	}
	for _, m := range programs {
		want := regexp.MustCompile(`(?m)^\t`).ReplaceAllString(m[2], "")
		if !strings.Contains(string(page), "```go\n"+want+"```") {
			t.Errorf("the page does not show %s:\n%s", m[1], want)
		}
	}
}

// TestControls holds that every line of the table of controls says the same as the help screen of the window.
func TestControls(t *testing.T) {
	page, err := os.ReadFile("docs/first-ten-minutes.md")
	if err != nil {
		t.Fatal(err)
	}
	help := map[string]string{}
	for i := range command.All {
		if c := &command.All[i]; c.Help != "" {
			help["`"+command.KeyName(c.ID)+"`"] = c.Help
		}
	}
	for _, line := range command.MouseHelp {
		help[line[0]] = line[1]
	}
	rows := regexp.MustCompile(`(?m)^\| (\S+) \| (.+) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) < 15 {
		t.Fatalf("only %d controls found", len(rows))
	}
	for _, row := range rows {
		if help[row[1]] != row[2] {
			t.Errorf("the page says of %s %q, the help screen %q", row[1], row[2], help[row[1]])
		}
	}
}

// TestLinks holds that every file to which the README, the docs and the notes link is there, and every heading of
// another page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	notes, err := filepath.Glob("notes/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(append(pages, notes...), "README.md", "CONTRIBUTING.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(string(text), "")
		for _, m := range regexp.MustCompile(`\]\(([^):#]+)(#[^)]+)?\)`).FindAllStringSubmatch(prose, -1) {
			target, err := os.ReadFile(filepath.Join(filepath.Dir(page), m[1]))
			if err != nil {
				t.Errorf("%s: %v", page, err)
			} else if m[2] != "" && !headings(string(target))[m[2]] {
				t.Errorf("%s links to %s, and %s has no such heading", page, m[0], m[1])
			}
		}
	}
}

// headings returns the anchors of a page.
func headings(text string) map[string]bool {
	all := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		all["#"+strings.ReplaceAll(name, " ", "-")] = true
	}
	return all
}

// TestDocsIndex holds that docs/README.md leads to every page of the docs.
func TestDocsIndex(t *testing.T) {
	index, err := os.ReadFile("docs/README.md")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		if name := filepath.Base(page); name != "README.md" && !strings.Contains(string(index), "]("+name+")") {
			t.Errorf("docs/README.md does not link to %s", name)
		}
	}
}

// TestNamedTestsExist holds that every test and fuzzer that the docs name is there: a table of promises with their
// tests is worth what it names.
func TestNamedTestsExist(t *testing.T) {
	there := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(
			`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			there[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z]\\w*)`").FindAllStringSubmatch(string(text),
			-1) {
			if !there[m[1]] {
				t.Errorf("%s names %s, which no file has", page, m[1])
			}
		}
	}
}
