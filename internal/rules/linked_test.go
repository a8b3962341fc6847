package rules

import (
	"os/exec"
	"strings"
	"testing"
)

// TestNoTestLibraryIsLinked: the program has no library that only tests need.
func TestNoTestLibraryIsLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/sandbox").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(string(out)) {
		if path == "testing" || strings.HasPrefix(path, "testing/") || strings.Contains(path, "testify") {
			t.Errorf("the program links %s", path)
		}
	}
}
