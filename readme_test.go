package tumble_test

import (
	"os"
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

// TestReadmeFiles holds that every file the README links to is there.
func TestReadmeFiles(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(readme), -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("README: %v", err)
		}
	}
}
