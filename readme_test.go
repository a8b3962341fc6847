package tumble_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tumble/internal/app/command"
)

// TestReadmeExample holds that the program in the README is the one that the tests of the
// physics compile and run.
func TestReadmeExample(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("physics/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(example), "func Example() {\n")
	body, _, found := strings.Cut(body, "\t// Output:")
	if !found {
		t.Fatal("the example has no expected output")
	}
	want := regexp.MustCompile(`(?m)^\t`).ReplaceAllString(body, "")
	if !strings.Contains(string(readme), "```go\n"+want+"```") {
		t.Errorf("the README does not show the example of the physics:\n%s", want)
	}
}

// TestReadmeControls holds that every line of the table of controls says what the help screen
// of the window says.
func TestReadmeControls(t *testing.T) {
	readme, err := os.ReadFile("README.md")
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
	_, controls, _ := strings.Cut(string(readme), "## Controls\n")
	controls, _, _ = strings.Cut(controls, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| (\S+) \| (.+) \|$`).FindAllStringSubmatch(controls, -1)
	if len(rows) < 15 {
		t.Fatalf("only %d controls found", len(rows))
	}
	for _, row := range rows {
		if help[row[1]] != row[2] {
			t.Errorf("the README says of %s %q, the help screen %q", row[1], row[2], help[row[1]])
		}
	}
}

// TestLinks holds that every file to which the README and the docs link is there, and every heading of another page.
func TestLinks(t *testing.T) {
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, "README.md") {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^):#]+)(#[^)]+)?\)`).FindAllStringSubmatch(string(text), -1) {
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
