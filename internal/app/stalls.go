package app

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"tumble/renderer"
	"tumble/renderer/ui"
)

// mostReports is how many files of reports are kept, mostStacks how many stalls of a session have their stacks in it.
const (
	mostReports = 20
	mostStacks  = 8
)

// Stall takes a render side that makes no progress, and returns a line for the standard error of the program: the
// window cannot show it before the driver returns. The stacks of all goroutines go to the file of reports of this
// session.
func (a *App) Stall(h renderer.Health) string {
	text := fmt.Sprintf(
		"no picture for %.0f s: the driver is %v. Steps go on; choose a lower Quality or a smaller window if it "+
			"happens again",
		float64(h.Still)/1e9, h.Phase)
	if h.State == renderer.StateDead {
		text = fmt.Sprintf("no picture for %.0f s: the driver does not return", float64(h.Still)/1e9)
	}
	a.message(a.now(), ui.ToneWarn, text)
	path, err := a.report(text, h.Stacks)
	if err != nil {
		return text + "; no report: " + err.Error()
	}
	if path != "" {
		text += "; report: " + path
	}
	return text
}

// report appends to the file of reports of this session and returns its path, empty where none is kept.
func (a *App) report(text, stacks string) (string, error) {
	folder := a.options.Reports
	if folder == "" {
		return "", nil
	}
	if a.reports.path == "" {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", err
		}
		removeReports(folder)
		f, err := os.CreateTemp(folder, "session-*.txt")
		if err != nil {
			return "", err
		}
		a.reports.path = f.Name()
		_ = f.Close()
	}
	if a.reports.count++; a.reports.count > mostStacks {
		stacks = ""
	}
	f, err := os.OpenFile(a.reports.path, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintf(f, "scene %s, step %d: %s\n%s\n", a.label(), a.session.Steps(), text, stacks)
	if e := f.Close(); err == nil {
		err = e
	}
	return a.reports.path, err
}

// removeReports removes the oldest reports, so that there is room for one more.
func removeReports(folder string) {
	files, _ := filepath.Glob(filepath.Join(folder, "*.txt"))
	age := func(path string) int64 {
		info, err := os.Stat(path)
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(files, func(a, b string) int { return cmp.Compare(age(a), age(b)) })
	for i := range len(files) - mostReports + 1 {
		_ = os.Remove(files[i])
	}
}
