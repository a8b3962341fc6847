package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/internal/openscene"
	"tumble/internal/wholefile"
)

// rescue saves the state of the world after a failure of the display, as one line of JSON like those
// of sandbox sim in a folder, and returns an error that says what happened and where the state is. Without a cause
// it does nothing; a file that could not be written, as a picture, is no failure of the display.
func rescue(session *session.Session, folder string, cause error) error {
	if cause == nil {
		return nil
	}
	var unwritten *fs.PathError
	if errors.As(cause, &unwritten) {
		return cli.OutputError(cause)
	}
	path := openscene.FreeName(filepath.Join(folder, "tumble-"+openscene.Label(session.Config.Scene.Name)+"-rescued"),
		".json")
	err := wholefile.Write(path, func(w io.Writer) error {
		return newStateWriter(session.World(), session.Config.Loop.Hertz).write(w, session.Run.StepCount)
	})
	if err != nil {
		return fmt.Errorf("%w; the state could not be saved: %v", cause, err)
	}
	return fmt.Errorf("%w; the state after step %d was saved in %s", cause, session.Run.StepCount, path)
}
