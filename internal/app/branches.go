package app

import "tumble/renderer/ui"

// renameBranch gives a branch another name.
func (a *App) renameBranch(branch int, name string) {
	if !a.giveBranchName(branch, name) {
		a.message(a.now(), ui.ToneWarn, "a branch has a name of 1 to 120 bytes")
	}
	a.loop.Redraw()
}

// giveBranchName names a branch, also in the recording; it reports whether the name can be one.
func (a *App) giveBranchName(branch int, name string) bool {
	p := &a.past
	tick, ok := p.history.Rename(branch, name)
	if r := a.session.Recorder(); ok && r != nil {
		at := p.base + uint64(tick)
		if p.history.Head() == 0 {
			// the base is known with the first tick, and the status is that of the last frame
			now, _ := a.loop.State()
			at = now.Tick
		}
		// the error stays with the recorder
		_ = r.NameBranch(at, p.history.Branches()[branch].Name)
	}
	return ok
}

// nameReplayed gives the present branch the name that it got after a tick in the recording that is played.
func (a *App) nameReplayed(tick uint64) {
	player := a.loop.Player()
	if player == nil {
		return
	}
	give := func(tick uint64) {
		for name := range player.BranchNames(tick) {
			a.giveBranchName(a.past.history.Present(), name)
		}
	}
	if from := player.From(); tick == from+1 {
		// the name that the branch had when the recording began
		give(from)
	}
	give(tick)
}

// askBranchName opens the timeline with a field for the name of the branch that is chosen there.
func (a *App) askBranchName() {
	a.show.Interface = true
	a.panels.RenameBranch()
	a.loop.Redraw()
}
