package app

import (
	"path/filepath"
	"slices"
)

// drops are the scene files that were dropped onto the window together.
type drops struct {
	paths []string
	// at is the one that was tried last, before the scene that was open then; that is empty once the file has opened
	at     int
	before string
}

// openDrop opens one of the files that were dropped together.
func (a *App) openDrop(i int, now int64) {
	d := &a.drops
	d.at, d.before = i, a.session.Config.Scene.Name
	path := d.paths[i]
	a.readFile(path, func(opened) {
		a.drops.before = ""
		a.say(now, "opened "+filepath.Base(path))
	})
}

// browseDrops opens another one of the files that were dropped together, so many places further on. It reports false
// where the scene is none of several such files.
func (a *App) browseDrops(by int) bool {
	d, name, n := &a.drops, a.session.Config.Scene.Name, len(a.drops.paths)
	if n < 2 {
		return false
	}
	at := d.at
	if name != d.before {
		at = slices.Index(d.paths, name)
	}
	if at < 0 {
		return false
	}
	a.openDrop((at+by+n)%n, a.now())
	return true
}
