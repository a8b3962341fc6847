package app

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tumble/internal/openscene"
	"tumble/internal/wholefile"
)

// Stall takes the error of a render side that makes no progress, and returns a line for the standard error of the program: the
// window cannot show it before the driver returns. The stacks of all goroutines go to a file in the folder for files.
func (a *App) Stall(err error) string {
	title, stacks, _ := strings.Cut(err.Error(), "\n")
	text := "the picture stands still, steps go on: " + title
	folder, err := a.output()
	if err == nil {
		path := openscene.FreeName(filepath.Join(folder, fmt.Sprintf("tumble-stall-%06d", a.loop.Status().Tick)), ".txt")
		err = wholefile.Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, title+"\n\n"+stacks)
			return err
		})
		if err == nil {
			text += "; report: " + shown(path)
		}
	}
	if err != nil {
		text += "; no report: " + err.Error()
	}
	a.warn(a.now(), fmt.Errorf("%s", text))
	return text
}
