package rules

import (
	"os"
	"os/exec"
	"path/filepath"
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

// mostBytes bounds the program without a window, as packages carry it.
const mostBytes = 26_000_000

// TestSizeOfTheProgram: one call that looks up methods by a name, as text/template does, has the linker keep every
// method of every type and costs 4 MB; a library of plots with its fonts had 6 MB.
func TestSizeOfTheProgram(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the program")
	}
	program := filepath.Join(t.TempDir(), "sandbox")
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", program,
		"./cmd/sandbox")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > mostBytes {
		t.Errorf("the program without a window has %d bytes, at most %d: go tool nm -size -sort size tells of what",
			info.Size(), mostBytes)
	}
	t.Logf("%d bytes", info.Size())
}
