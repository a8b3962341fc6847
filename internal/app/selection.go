package app

import (
	"fmt"
	"slices"
	"strconv"

	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/panel"
	"tumble/internal/app/session"
	"tumble/internal/app/tool"
	"tumble/physics"
	"tumble/physics/vec"
)

// onSelection sends a command that acts on all selected bodies; it reports whether there are any.
func (a *App) onSelection(r request, c func(main physics.Body) input.Event) bool {
	list := a.tools.Mouse.Selection()
	if len(list) == 0 {
		return false
	}
	for _, b := range list[:len(list)-1] {
		a.send(r.queue, r.event, session.AlsoCommand(b))
	}
	a.send(r.queue, r.event, c(list[len(list)-1]))
	return true
}

// delete removes the selected bodies, or the one under the cursor.
func (a *App) delete(r request) {
	if !a.onSelection(r, session.RemoveCommand) {
		a.tools.Thrower.Delete(r.event, r.queue)
	}
}

// selectedBounds is the box around the selected bodies.
func (a *App) selectedBounds() vec.AABB {
	box := vec.EmptyAABB
	for _, b := range a.tools.Mouse.Selection() {
		box = box.Union(b.Bounds())
	}
	return box
}

// duplicateGap (m) is between a body and its copy.
const duplicateGap = 0.02

// tooMany says so where more bodies are selected than a user can add.
func (a *App) tooMany(r request) bool {
	n := len(a.tools.Mouse.Selection())
	if n <= session.MaxSpawned {
		return false
	}
	a.say(r.now(), fmt.Sprintf("%d bodies are selected: at most %d can be copied", n, session.MaxSpawned))
	return true
}

// duplicate makes the selected bodies again, beside themselves: along the axis of the world that goes most to the right
// in the picture.
func (a *App) duplicate(r request) {
	if a.tooMany(r) {
		return
	}
	away := a.toTheRight()
	size := a.selectedBounds().Half().Mul(2)
	away = vec.V3(away.X*(size.X+duplicateGap), 0, away.Z*(size.Z+duplicateGap))
	if !a.onSelection(r, func(b physics.Body) input.Event { return session.DuplicateCommand(b, away) }) {
		a.say(r.now(), "select what is to be duplicated")
		return
	}
	a.selectNew = true
}

// toTheRight is the axis of the world, along the ground, that goes most to the right in the picture.
func (a *App) toTheRight() vec.Vec3 {
	right, _, _ := a.tools.Camera.Axes()
	axis := vec.V3(1, 0, 0)
	if right[2]*right[2] > right[0]*right[0] {
		axis = vec.V3(0, 0, 1)
	}
	if right[0]*axis.X+right[2]*axis.Z < 0 {
		axis = axis.Mul(-1)
	}
	return axis
}

// mirror makes the selected bodies again on the other side of a wall at their right.
func (a *App) mirror(r request) {
	if a.tooMany(r) {
		return
	}
	normal, box := a.toTheRight(), a.selectedBounds()
	half := box.Half()
	at := box.Center().Add(vec.V3(normal.X*(half.X+duplicateGap), 0, normal.Z*(half.Z+duplicateGap)))
	if !a.onSelection(r, func(b physics.Body) input.Event { return session.MirrorCommand(b, at, normal) }) {
		a.say(r.now(), "select what is to be mirrored")
		return
	}
	a.selectNew = true
}

// pin holds the selected bodies where they are, or frees them.
func (a *App) pin(r request) {
	if !a.onSelection(r, tool.PinCommand) {
		a.say(r.now(), "select what is to be pinned")
	}
}

// followCopies selects the bodies that a copy has made, once it has.
func (a *App) followCopies() {
	if list := a.session.Copies(); a.selectNew && len(list) > 0 {
		a.selectNew = false
		a.tools.Mouse.SelectList(list)
	}
}

// setHandles shows handles at the selected body.
func (a *App) setHandles(h panel.Handles) {
	a.show.Interface = true
	a.panels.SetHandles(h)
}

// toggleOutliner opens or closes the list of all bodies; hidden with the interface, it opens.
func (a *App) toggleOutliner() {
	a.panels.SetOutliner(!a.panels.Outliner() || !a.show.Interface)
	a.show.Interface = true
}

// setWork changes what the left button does.
func setWork(work tool.Work) func(*App, request) {
	return func(a *App, _ request) {
		a.tools.Worker.SetWork(work)
		if work != tool.WorkSelect {
			a.show.Interface = true
		}
	}
}

// hide hides bodies from the picture, or shows them again. Hidden bodies are selected no more.
func (a *App) hide(list []physics.Body, on bool) {
	st := a.picture.Stage()
	st.Hide(list, on)
	a.tools.Mouse.SelectList(slices.DeleteFunc(slices.Clone(a.tools.Mouse.Selection()), st.Hidden))
	a.tools.Mouse.Unhover()
	a.view.Selected = a.tools.Mouse.Marks().Selected
	a.loop.Redraw()
}

// hideSelection hides the selected bodies.
func (a *App) hideSelection(r request) {
	list := slices.Clone(a.tools.Mouse.Selection())
	if len(list) == 0 {
		a.say(r.now(), "select what is to be hidden")
		return
	}
	a.hide(list, true)
	a.say(r.now(), strconv.Itoa(len(list))+" hidden: "+command.KeyName(command.ShowAll)+" shows everything")
}

// showAll shows the hidden bodies.
func (a *App) showAll(r request) {
	if !a.picture.Stage().ShowAll() {
		a.say(r.now(), "nothing is hidden")
		return
	}
	a.loop.Redraw()
}
