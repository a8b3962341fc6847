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

// maker is the process that makes pictures, started when it is needed and again after it has failed.
type maker struct {
	command []string
	folder  string
	wait    time.Duration

	process *exec.Cmd
	in      io.WriteCloser
	lines   chan string
}

// errNoAnswer is the end of a process that was to make a picture.
var errNoAnswer = errors.New("the process that makes thumbnails ended")

// start starts the process. It has one processor for itself, so that the window keeps the others.
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

// stop ends the process: a picture is whole or not there. Nobody waits until the system has taken its memory back: that
// takes a second on a busy machine.
func (m *maker) stop() {
	if m.process == nil {
		return
	}
	m.in.Close()
	_ = m.process.Process.Kill()
	process, lines := m.process, m.lines
	m.process = nil
	go func() {
		// ends the reading too, although something that it started may still hold the pipe
		_ = process.Wait()
		for range lines {
		}
	}()
}

// make has the picture of a scene made. A scene that ends the process, or takes too long, is an error of that scene only.
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
