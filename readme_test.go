package tumble_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
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
