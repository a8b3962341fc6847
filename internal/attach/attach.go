// Package attach finds the programs of this machine that show their worlds by physics/debug, and looks at one.
//
// A program is believed nothing: answers have bounds, the recording is checked by physics.OpenRecording, and only
// addresses of this machine are called.
package attach

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"tumble/engine/inputfile"
	"tumble/physics"
	"tumble/physics/debug"
)

const (
	maxFileBytes   = 4 << 10
	maxFiles       = 1000
	maxReplyBytes  = 64 << 10
	maxHeaderBytes = 16 << 10
	maxName        = 100
	maxReason      = 500
	// listTime is how long a program of a list may take to answer, replyTime one that is looked at.
	listTime  = 2 * time.Second
	replyTime = 10 * time.Second
)

// Program is a program that shows its world.
type Program struct {
	Name    string
	PID     int
	Started time.Time
	// Status is of the time of List.
	Status debug.Status

	address, token string
}

// List returns the programs that announce themselves in a folder, "" for that of the user, the latest first. Files of
// programs that are gone are removed. The error tells of files that were refused and of programs that do not answer;
// the others are in the list all the same.
func List(folder string) ([]Program, error) {
	if folder == "" {
		usual, err := debug.Folder()
		if err != nil {
			return nil, err
		}
		folder = usual
	}
	err := debug.CheckMode(folder, true)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(escape(folder), "*.json"))
	if err != nil {
		return nil, err
	}
	var list []Program
	var problems []error
	for _, file := range files[:min(len(files), maxFiles)] {
		p, err := readProgram(file)
		if err == nil {
			err = p.ask()
		}
		switch {
		case errors.Is(err, errGone):
			err = os.Remove(file)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		case err == nil:
			list = append(list, *p)
		}
		problems = append(problems, err)
	}
	slices.SortStableFunc(list, func(a, b Program) int {
		return cmp.Or(b.Started.Compare(a.Started), cmp.Compare(a.PID, b.PID))
	})
	return list, errors.Join(problems...)
}

// escape keeps the characters of a folder from being a pattern.
func escape(folder string) string {
	return strings.NewReplacer(`*`, `[*]`, `?`, `[?]`, `[`, `[[]`).Replace(folder)
}

// errGone says that a program is not there any more.
var errGone = errors.New("the program is gone")

// readProgram reads an announcement.
func readProgram(file string) (*Program, error) {
	err := debug.CheckMode(file, false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	data, err := inputfile.Read(file, maxFileBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errGone
	}
	if err != nil {
		return nil, err
	}
	info, err := os.Lstat(file)
	if err != nil {
		return nil, errGone
	}
	var a debug.Announcement
	err = json.Unmarshal(data, &a)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	at, err := netip.ParseAddrPort(a.Address)
	if err != nil || !at.Addr().IsLoopback() || at.Port() == 0 {
		return nil, fmt.Errorf("%s: %.40q is no address of this machine", file, a.Address)
	}
	if len(a.Token) != 64 || strings.Trim(a.Token, "0123456789abcdef") != "" {
		return nil, fmt.Errorf("%s: the token is damaged", file)
	}
	return &Program{
		Name: cmp.Or(clean(a.Name, maxName), "unnamed"), PID: a.PID, Started: info.ModTime(),
		address: at.String(), token: a.Token,
	}, nil
}

// clean keeps the printable characters of a text, and so many of them at most.
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most])
	}
	return text
}

// ask gets the status of a program, errGone when another program or none answers at its address.
func (p *Program) ask() error {
	c := p.client()
	defer c.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(context.Background(), listTime)
	defer cancel()
	err := p.call(ctx, c, http.MethodGet, "/world", "", nil, &p.Status)
	var silent net.Error
	switch {
	case errors.As(err, &silent) && silent.Timeout():
		return fmt.Errorf("%s (%d) does not answer", p.Name, p.PID)
	case err != nil || p.Status.PID != p.PID:
		return errGone
	}
	return nil
}

// client returns a client that calls the address of the program, whatever a reply says.
func (p *Program) client() *http.Client {
	dialer := net.Dialer{Timeout: listTime}
	return &http.Client{
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return dialer.DialContext(ctx, network, p.address)
			},
			DisableCompression: true, MaxResponseHeaderBytes: maxHeaderBytes, MaxConnsPerHost: 4,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// request makes a request with the token.
func (p *Program) request(ctx context.Context, method, path, viewer string, body []byte) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+p.address+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	if viewer != "" {
		r.Header.Set(debug.ViewerHeader, viewer)
	}
	return r, nil
}

// call sends a request and reads the reply into out.
func (p *Program) call(ctx context.Context, c *http.Client, method, path, viewer string, body, out any) error {
	var data []byte
	if body != nil {
		var err error
		data, err = json.Marshal(body)
		if err != nil {
			return err
		}
	}
	r, err := p.request(ctx, method, path, viewer, data)
	if err != nil {
		return err
	}
	reply, err := c.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return failure(reply)
	}
	err = json.NewDecoder(io.LimitReader(reply.Body, maxReplyBytes)).Decode(out)
	if err != nil {
		return fmt.Errorf("reply of the program: %w", err)
	}
	return nil
}

// failure is the error that a reply tells of.
func failure(reply *http.Response) error {
	var f debug.Failure
	// a reply without a reason has its code
	_ = json.NewDecoder(io.LimitReader(reply.Body, maxReplyBytes)).Decode(&f)
	if f.Error == "" {
		return fmt.Errorf("the program answers with %d", reply.StatusCode)
	}
	return fmt.Errorf("the program says: %s", clean(f.Error, maxReason))
}

// Viewer looks at a program.
type Viewer struct {
	program *Program
	client  *http.Client
	id      string
	body    io.ReadCloser
	end     context.CancelFunc
}

// Open begins to look at a program: its recording begins with its next step, for which Open waits until ctx ends. The
// viewer lives until Close.
func (p *Program) Open(ctx context.Context) (*Viewer, error) {
	if v := p.Status.Version; v != physics.RecordingVersion {
		return nil, fmt.Errorf("%s records in version %d of the format, this program reads version %d",
			p.Name, v, physics.RecordingVersion)
	}
	own, cancel := context.WithCancel(context.Background())
	v := &Viewer{program: p, client: p.client(), end: cancel}
	r, err := p.request(own, http.MethodGet, "/recording", "", nil)
	if err != nil {
		cancel()
		return nil, err
	}
	stop := context.AfterFunc(ctx, cancel)
	reply, err := v.client.Do(r)
	if !stop() {
		err = errors.Join(err, ctx.Err())
	}
	if err == nil && reply.StatusCode != http.StatusOK {
		err = failure(reply)
	}
	if err == nil {
		v.id, v.body = reply.Header.Get(debug.ViewerHeader), reply.Body
		return v, nil
	}
	if reply != nil {
		err = errors.Join(err, reply.Body.Close())
	}
	cancel()
	v.client.CloseIdleConnections()
	return nil, err
}

// Read reads the recording (physics.OpenRecording). io.EOF says that the program has ended it, another error that this
// viewer fell behind or that the program is gone.
func (v *Viewer) Read(b []byte) (int, error) { return v.body.Read(b) }

// World asks the program for its status.
func (v *Viewer) World(ctx context.Context) (debug.Status, error) {
	return v.call(ctx, http.MethodGet, "/world", nil)
}

// Control pauses, steps or slows the program, if it allows that, and returns its status.
func (v *Viewer) Control(ctx context.Context, c debug.Control) (debug.Status, error) {
	return v.call(ctx, http.MethodPost, "/control", c)
}

// Change changes the world between two steps, if the program allows that. The error is that of the change.
func (v *Viewer) Change(ctx context.Context, c debug.Changes) error {
	_, err := v.call(ctx, http.MethodPost, "/change", c)
	return err
}

func (v *Viewer) call(ctx context.Context, method, path string, body any) (status debug.Status, err error) {
	ctx, cancel := context.WithTimeout(ctx, replyTime)
	defer cancel()
	err = v.program.call(ctx, v.client, method, path, v.id, body, &status)
	status.Name = clean(status.Name, maxName)
	return status, err
}

// Close ends the viewer. The program goes on, and opens the hand of the viewer. Close may be called while Read waits.
func (v *Viewer) Close() error {
	v.end()
	err := v.body.Close()
	v.client.CloseIdleConnections()
	return err
}
