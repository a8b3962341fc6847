package browser

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"tumble/internal/app/filedialog"
	"tumble/renderer/ui"
)

// fileList is a dialog for systems without one: it lists the folders and files of a folder.
type fileList struct {
	open, fresh bool
	question    filedialog.Question
	done        func(path string)
	folder      string
	name        string
	problem     string
	entries     []os.DirEntry
	replace     bool // the next click on Save replaces a file that is there
	chosen      int
}

// AskInList asks for a file in the list of files; done gets the answer.
func (b *Browser) AskInList(q filedialog.Question, done func(path string)) {
	b.files = fileList{open: true, fresh: true, question: q, done: done, name: q.Name, chosen: -1}
	folder, err := filepath.Abs(q.Folder)
	if err != nil {
		folder = q.Folder
	}
	b.files.visit(folder)
}

// visit lists a folder; for a folder that cannot be read it shows the error and keeps the list.
func (l *fileList) visit(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		l.problem = err.Error()
		return
	}
	l.folder, l.problem, l.chosen, l.replace = folder, "", -1, false
	l.entries = slices.DeleteFunc(entries, func(e os.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") || !l.isFolder(e) && !l.fits(e.Name())
	})
	slices.SortStableFunc(l.entries, func(a, b os.DirEntry) int {
		switch x, y := l.isFolder(a), l.isFolder(b); {
		case x == y:
			return strings.Compare(strings.ToLower(a.Name()), strings.ToLower(b.Name()))
		case x:
			return -1
		}
		return 1
	})
}

// isFolder reports whether an entry is a folder, or a link to one.
func (l *fileList) isFolder(e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(l.folder, e.Name()))
	return err == nil && info.IsDir()
}

// fits reports whether a name has one of the endings that are asked for.
func (l *fileList) fits(name string) bool {
	return slices.Contains(l.question.Endings, strings.ToLower(filepath.Ext(name)))
}

// draw draws the dialog while it is open.
func (l *fileList) draw(c *ui.Context) {
	width, height := c.Screen()
	if l.open && c.Editing() && c.Pressed(ui.KeyEscape) {
		l.open = false
		c.Unfocus()
	}
	if !c.BeginModal(l.question.Title, &l.open, min(560, width-16)) {
		return
	}
	defer c.EndModal()
	if l.fresh {
		l.fresh = false
		c.FocusText("##name", l.name)
	}
	c.Row(0, 60)
	c.Dim(l.folder)
	if c.Button("Up") {
		l.visit(filepath.Dir(l.folder))
	}
	l.list(c, max(min(height-220, 320), 60))
	changed, entered := c.TextEnter("##name", &l.name, "name or path")
	if changed {
		l.problem, l.replace = "", false
	}
	note := l.question.Kind + ": " + strings.Join(l.question.Endings, ", ")
	if l.problem != "" {
		note = l.problem
	}
	c.Dim(note)
	c.Row(0, 90, 90)
	c.Label("")
	if c.Button("Cancel") {
		l.open = false
	}
	word := "Open"
	if l.question.Save {
		word = "Save"
	}
	if l.replace {
		word = "Replace"
	}
	if c.Primary(word+"##answer") || entered {
		l.answer()
	}
}

// list draws the folder.
func (l *fileList) list(c *ui.Context, room float32) {
	c.BeginScroll("files", room)
	defer c.EndScroll()
	if len(l.entries) == 0 {
		c.Dim("Nothing to open here.")
	}
	first, last := c.BeginRows(len(l.entries))
	for i := first; i < last; i++ {
		e := l.entries[i]
		folder, detail := l.isFolder(e), ""
		if folder {
			detail = "folder"
		}
		click := c.ListRow(i, 0, e.Name(), detail, false, false, i == l.chosen)
		switch {
		case click.Twice && folder:
			l.visit(filepath.Join(l.folder, e.Name()))
			c.EndRows(len(l.entries))
			return
		case click.Clicked || click.Twice:
			l.chosen, l.name, l.replace = i, e.Name(), false
			c.Unfocus()
			if click.Twice {
				l.answer()
			}
		}
	}
	c.EndRows(len(l.entries))
}

// answer takes the text of the field: a folder is opened, a file ends the dialog.
func (l *fileList) answer() {
	path := strings.TrimSpace(l.name)
	if path == "" {
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(l.folder, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		l.visit(path)
		l.name = ""
		return
	case !l.question.Save && err != nil:
		l.problem = err.Error()
		return
	case l.question.Save && !l.fits(path):
		path += l.question.Endings[0]
		_, err = os.Stat(path)
	}
	if l.question.Save && err == nil && !l.replace {
		l.problem, l.replace = "There is a file of this name.", true
		return
	}
	l.open = false
	l.done(path)
}
