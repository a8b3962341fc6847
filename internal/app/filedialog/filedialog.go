package filedialog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ncruces/zenity"
)

// Question is what a dialog asks for.
type Question struct {
	// Save asks for a file to write, otherwise for one to read.
	Save  bool
	Title string
	// Folder and Name are proposed.
	Folder, Name string
	// Kind names the files that are shown, Endings are those of their names, as ".gltf".
	Kind    string
	Endings []string
}

// Available reports whether the system has a dialog. Unix systems have it in a program of their desktop.
func Available() bool { return zenity.IsAvailable() }

// Dialog is a dialog of the system that is open.
type Dialog struct {
	answer chan answer
	cancel context.CancelFunc
}

type answer struct {
	path string
	err  error
}

// Ask opens the dialog and returns at once; wake is called from another goroutine when there is an answer.
func Ask(q Question, wake func()) *Dialog {
	ctx, cancel := context.WithCancel(context.Background())
	d := &Dialog{answer: make(chan answer, 1), cancel: cancel}
	go func() {
		path, err := q.ask(ctx)
		d.answer <- answer{path, err}
		wake()
	}()
	return d
}

// ask waits for the answer; the empty path stands for none.
func (q *Question) ask(ctx context.Context) (string, error) {
	patterns := make([]string, len(q.Endings))
	for i, ending := range q.Endings {
		patterns[i] = "*" + ending
	}
	// a folder ends in a separator, or its last part would be taken for a file
	options := []zenity.Option{
		zenity.Context(ctx), zenity.Title(q.Title), zenity.Filename(filepath.Join(q.Folder, q.Name)),
		zenity.FileFilter{Name: q.Kind, Patterns: patterns, CaseFold: true},
	}
	if q.Name == "" && q.Folder != "" {
		options[2] = zenity.Filename(q.Folder + string(filepath.Separator))
	}
	choose := zenity.SelectFile
	if q.Save {
		choose = zenity.SelectFileSave
		options = append(options, zenity.ConfirmOverwrite())
	}
	path, err := choose(options...)
	if errors.Is(err, zenity.ErrCanceled) || ctx.Err() != nil {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("dialog of the system: %w", err)
	}
	return path, nil
}

// Answer is the file that was chosen, the empty path for none; done is false while the dialog is open.
func (d *Dialog) Answer() (path string, done bool, err error) {
	select {
	case a := <-d.answer:
		d.cancel()
		return a.path, true, a.err
	default:
		return "", false, nil
	}
}

// Close closes the dialog without an answer.
func (d *Dialog) Close() { d.cancel() }
