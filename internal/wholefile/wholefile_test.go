package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// names lists a folder: what a failed write leaves behind shows here.
func names(t *testing.T, folder string) []string {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Name())
	}
	return out
}

func TestAFailedWriteLeavesTheOldFile(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "a")
	if err := Write(path, text("old")); err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space left")
	err := Write(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of the new")
		return full
	})
	if !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
	if got := content(t, path); got != "old" {
		t.Errorf("the file holds %q", got)
	}
	if list := names(t, folder); len(list) != 1 {
		t.Errorf("left behind: %v", list)
	}
}

func TestModeAndLinkAreKept(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "a"), filepath.Join(folder, "link")
	if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("a", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, text("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := content(t, path); got != "new" || info.Mode().Perm() != 0o600 {
		t.Errorf("the file behind the link holds %q with mode %v", got, info.Mode())
	}
	if info, err = os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link became %v, %v", info.Mode(), err)
	}
}

func TestAFolderIsRefused(t *testing.T) {
	folder := t.TempDir()
	if Write(folder, text("x")) == nil {
		t.Error("a folder was replaced")
	}
	if Write(filepath.Join(folder, "missing", "a"), text("x")) == nil {
		t.Error("a file was written into a folder that is not there")
	}
}
