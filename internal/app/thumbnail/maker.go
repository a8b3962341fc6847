package thumbnail

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// maker runs the process that makes pictures: it starts the process for the first picture, and again after a failure or
// after stop.
type maker struct {
	command []string
	folder  string        // of the pictures
	wait    time.Duration // for one picture

	process *exec.Cmd // nil while none runs
	in      io.WriteCloser
	lines   chan string // answers of the process
}

// errNoAnswer is the error of a picture whose process ended, or answered another request.
var errNoAnswer = errors.New("the process that makes thumbnails ended")

// start starts the process, unless it runs, and removes the pictures of other builds. The process uses one processor,
// so that the window keeps the others.
func (m *maker) start(ctx context.Context) error {
	if m.process != nil {
		return nil
	}
	if err := os.MkdirAll(m.folder, 0o755); err != nil {
		return err
	}
	Tidy(m.folder)
	process := exec.CommandContext(ctx, m.command[0], append(m.command[1:len(m.command):len(m.command)], m.folder)...)
	process.Env = append(os.Environ(), "GOMAXPROCS=1", "LP_NUM_THREADS=1")
	in, err := process.StdinPipe()
	if err != nil {
		return err
	}
	out, err := process.StdoutPipe()
	if err != nil {
		return err
	}
	if err := process.Start(); err != nil {
		return err
	}
	lines := make(chan string)
	go func() {
		defer close(lines)
		for scan := bufio.NewScanner(out); scan.Scan(); {
			select {
			case lines <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	m.process, m.in, m.lines = process, in, lines
	return nil
}

// stop kills the process, if it runs; a picture that it was making is lost. stop does not wait until the system has the
// memory back: that takes a second on a busy machine.
func (m *maker) stop() {
	if m.process == nil {
		return
	}
	m.in.Close()
	_ = m.process.Process.Kill()
	process, lines := m.process, m.lines
	m.process = nil
	go func() {
		// Wait closes the pipe, which a child of the process may still hold, and thereby ends the reading
		_ = process.Wait()
		for range lines {
		}
	}()
}

// make lets the process make the files of a scene under the name key. Where the scene ends the process
// or takes too long, make returns an error and stops the process; the next scene starts another process.
func (m *maker) make(ctx context.Context, key, scene string) error {
	if err := m.start(ctx); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(m.in, "%s\t%s\n", key, scene); err != nil {
		m.stop()
		return errNoAnswer
	}
	late := time.NewTimer(m.wait)
	defer late.Stop()
	select {
	case line, ok := <-m.lines:
		name, said, _ := strings.Cut(line, "\t")
		if !ok || name != key {
			m.stop()
			return errNoAnswer
		}
		if said != "ok" {
			return errors.New(said)
		}
		return nil
	case <-late.C:
		m.stop()
		return fmt.Errorf("no picture within %s", m.wait)
	case <-ctx.Done():
		m.stop()
		return ctx.Err()
	}
}
