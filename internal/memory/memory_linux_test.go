package memory

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestAddressSpace holds that a need above the limit of the address space is refused, and one below it is not.
func TestAddressSpace(t *testing.T) {
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &was); err != nil {
		t.Fatal(err)
	}
	pages, ok := number("/proc/self/statm", "")
	if !ok {
		t.Skip("no /proc here")
	}
	now := was
	now.Cur = uint64(pages*int64(os.Getpagesize())) + 512<<20
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &now); err != nil {
		t.Skip("the limit cannot be set")
	}
	defer func() {
		if err := syscall.Setrlimit(syscall.RLIMIT_AS, &was); err != nil {
			t.Error(err)
		}
	}()
	if err := Check(100 << 20); err != nil {
		t.Errorf("100 MB of 512: %v", err)
	}
	if err := Check(600 << 20); !errors.Is(err, ErrTooLittle) {
		t.Errorf("600 MB of 512: %v", err)
	}
}

// TestControlGroups holds that the limits of all groups around a process count, without pages that are given back.
func TestControlGroups(t *testing.T) {
	root := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("a/memory.max", "1000\n")
	write("a/memory.current", "700\n")
	write("a/memory.stat", "anon 400\ninactive_file 250\n")
	write("a/b/memory.max", "max\n")
	write("a/b/memory.current", "600\n")
	write("cgroup", "12:cpu:/x\n0::/a/b\n")
	group := groupOf(filepath.Join(root, "cgroup"))
	list := groupLimits(root, group)
	if group != "/a/b" || len(list) != 1 || list[0].most != 1000 || list[0].used != 450 {
		t.Errorf("the group %q has the limits %+v", group, list)
	}
	if groupOf(filepath.Join(root, "none")) != "/" || len(groupLimits(root, "/none")) != 0 {
		t.Error("a group that is not there has limits")
	}
}
