package wholefile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
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

// TestStaleFilesGo holds that a save removes what killed processes left in its folder long ago, and
// nothing else: not what may still be written, nor what only looks alike.
func TestStaleFilesGo(t *testing.T) {
	folder := t.TempDir()
	now := time.Now()
	old := now.Add(-2 * stale)
	leave := func(name string, age time.Time) {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, age, age); err != nil {
			t.Fatal(err)
		}
	}
	leave(".tumble-123456", old)
	leave(".tumble-987", old)
	kept := []string{".tumble-", ".tumble-12a", ".tumble-7", "tumble-12", "x.tumble-12"}
	for _, name := range kept {
		leave(name, old)
	}
	if err := os.Chtimes(filepath.Join(folder, ".tumble-7"), now, now); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, ".tumble-55"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(filepath.Join(folder, ".tumble-55"), old, old); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(folder, "a"), text("new")); err != nil {
		t.Fatal(err)
	}
	want := append(kept, ".tumble-55", "a")
	slices.Sort(want)
	if have := names(t, folder); !slices.Equal(have, want) {
		t.Errorf("the folder holds %v, want %v", have, want)
	}
}
