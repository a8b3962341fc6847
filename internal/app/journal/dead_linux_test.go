package journal

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// dyingName names the folder of journals in which another process of the test has a session.
const dyingName = "TUMBLE_DYING"

func init() {
	if os.Getenv(dyingName) != "" {
		runtime.LockOSThread()
	}
}

func TestMain(m *testing.M) {
	if root := os.Getenv(dyingName); root != "" {
		die(root)
	}
	os.Exit(m.Run())
}

// die has a session, ends the first thread and, three seconds later, the others, as a process that was killed on a busy
// machine.
func die(root string) {
	dir := filepath.Join(root, fmt.Sprintf("%d-1", os.Getpid()))
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "part.tumble.part"), []byte("recorded"), 0o600)
	}
	if err == nil {
		_, err = takeLock(filepath.Join(dir, lockName))
	}
	fmt.Println(dir, err)
	go func() {
		time.Sleep(3 * time.Second)
		os.Exit(0)
	}()
	_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT, 0, 0, 0)
}

// TestLastEndedWaitsForTheDead: a process that was killed is waited for until its last thread has gone.
func TestLastEndedWaitsForTheDead(t *testing.T) {
	root := t.TempDir()
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), dyingName+"="+root)
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	said, _ := bufio.NewReader(out).ReadString('\n')
	last, running := LastEnded(root)
	if running || last == nil || said != last.dir+" <nil>\n" {
		t.Errorf("it says %q, the last is %+v, running %v", said, last, running)
	}
	_ = other.Wait()
}
