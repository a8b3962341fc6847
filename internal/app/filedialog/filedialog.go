package filedialog

import "context"

// Question is the request of a dialog.
type Question struct {
	// Save asks for a file to write; without it the dialog asks for a file to read.
	Save  bool
	Title string
	// Folder and Name are proposed.
	Folder, Name string
	// Kind names the kind of the listed files, Endings are the endings of their names, as ".gltf".
	Kind    string
	Endings []string
}

// Dialog is a dialog of the system that is open.
type Dialog struct {
	answer chan answer
	cancel context.CancelFunc
}

type answer struct {
	path string
	err  error
}

// Ask opens the dialog and returns at once; another goroutine calls wake when there is an answer.
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
