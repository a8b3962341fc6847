//go:build !js

package filedialog

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/ncruces/zenity"
)

// Available reports whether the system has a dialog. Unix systems have it in a program of their desktop.
func Available() bool { return zenity.IsAvailable() }

// ask waits for the answer; the empty path stands for none.
func (q *Question) ask(ctx context.Context) (string, error) {
	patterns := make([]string, len(q.Endings))
	for i, ending := range q.Endings {
		patterns[i] = "*" + ending
	}
	// end the folder in a separator, or the dialog takes its last part for a file
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
