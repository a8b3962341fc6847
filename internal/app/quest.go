package app

import (
	"fmt"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/internal/app/history"
	"tumble/internal/app/stage"
	"tumble/internal/app/watch"
	"tumble/internal/bodyname"
	"tumble/internal/meter"
	"tumble/renderer/ui"
)

// quest looks through the past a stretch at a time.
type quest interface {
	Next() (done bool, err error)
	// Share is how much of it is done, from 0 to 1.
	Share() float64
}

// seek begins to look for something in the past; found is called when that has ended.
func (a *App) seek(q func() quest, found func(now int64)) {
	if a.lab.Open() || a.past.quest != nil {
		return
	}
	a.endRegion()
	a.loop.Virtual().SetPaused(true)
	a.leave()
	p := &a.past
	p.play, p.asked = 0, p.history.At()
	p.quest, p.found = q(), found
	a.loop.Redraw()
}

// dropQuest forgets the search in progress; the members of a trial that are on their way end with it.
func (a *App) dropQuest() {
	_, walks := a.past.quest.(*history.Walk)
	a.past.quest = nil
	if walks {
		a.endTrial()
	}
}

// giveUpQuest ends the search in progress where it was asked for; it reports whether there was one.
func (a *App) giveUpQuest() bool {
	if a.past.quest == nil {
		return false
	}
	a.dropQuest()
	a.past.history.Seek(a.past.asked)
	a.loop.Redraw()
	return true
}

// searchBack begins to go back to where the condition that stops time began to hold.
func (a *App) searchBack(now int64) error {
	armed := a.watch.Condition()
	if armed == nil {
		a.message(now, ui.ToneWarn, "there is no condition to go back to: the window Meters takes one")
		return nil
	}
	condition, err := meter.Compile(armed.String())
	if err != nil {
		return err
	}
	h, bound := a.past.history, false
	bind := func() { bound = condition.Bind(a.session.World(), a.session.Run.Scene) == nil }
	var s *history.Search
	a.seek(func() quest {
		s = h.Back(bind, func(n int) (bool, error) {
			if !bound {
				// a body of the condition is not there yet
				bind()
				return false, nil
			}
			return condition.Holds(a.session.World(), watch.After(a.session.Now())), nil
		})
		return s
	}, func(now int64) {
		text := "the condition held nowhere before"
		if n := s.Found; n > 0 {
			step, _ := h.Scene(n)
			text = fmt.Sprintf("step %d: %s began to hold", step, condition)
		}
		a.say(now, text)
	})
	return nil
}

// askWhy begins to search for the cause of the motion of the selected body.
func (a *App) askWhy(now int64) {
	b := a.tools.Mouse.Marks().Selected
	if !b.Valid() {
		a.message(now, ui.ToneWarn, "select a body first: its motion is what is asked for")
		return
	}
	name := bodyname.Of(b)
	var y *history.Why
	a.seek(func() quest {
		y = a.past.history.Why(b)
		return y
	}, func(now int64) {
		a.view.Why = y.Causes
		a.panels.SetTimeline(true)
		a.show.Interface = true
		if len(y.Causes) == 0 {
			a.say(now, name+" has not begun to move")
		}
	})
}

// compare shows where the bodies were on another branch, or no longer.
func (a *App) compare(branch int) {
	if t := a.view.Trace; t != nil && t.Branch == branch {
		a.view.Trace = nil
		return
	}
	var t *history.Trace
	a.seek(func() quest {
		t = a.past.history.Trace(branch)
		return t
	}, func(int64) {
		// the branch may have been deleted meanwhile, and nothing could hide the trace
		if !a.past.history.Branches()[branch].Gone {
			a.view.Trace = t
		}
	})
}

// drawTrace draws the bodies where they were on the branch that is compared.
func (a *App) drawTrace(f *engine.Frame) {
	t, h, w := a.view.Trace, a.past.history, a.session.World()
	if t == nil || a.past.quest != nil {
		return
	}
	depth := h.Depth(h.At())
	if l := a.past.region.loop; l != nil {
		depth += l.At()
	}
	drawn := 0
	t.Farthest = 0
	list := t.At(depth)
	for i := range list {
		x := list[i]
		body := t.Of(&x)
		b, ok := t.Twin(body, w)
		if !ok {
			if drawn < mostGhosts {
				drawn++
				for k := range body.Shapes {
					s := &body.Shapes[k]
					a.ghosts.DrawShape(f.Packet, s.Geometry, s.Bounds, s.At, x.Pose, 1)
				}
			}
			continue
		}
		d := x.Pose.P.Dist(b.Position())
		if t.Farthest = max(t.Farthest, d); d < ghostApart || drawn == mostGhosts {
			continue
		}
		drawn++
		if at, ok := f.Poses.Render(int32(b.Index()), b.Generation()); ok && f.Show.Mode == timestep.Interpolate {
			x.Pose.P = x.Pose.P.Add(at.P.Sub(b.Position()))
		}
		a.ghosts.Draw(f.Packet, &stage.Ghost{Body: b, Pose: x.Pose}, 1)
	}
}

// followQuest goes on with the search until it has ended or the frame has taken long enough.
func (a *App) followQuest(now int64) error {
	p := &a.past
	stop := a.now() + lookBudget
	for {
		done, err := p.quest.Next()
		if err != nil {
			a.dropQuest()
			p.history.Seek(p.history.At())
			a.warn(now, err)
			break
		}
		if done {
			p.quest = nil
			p.found(now)
			break
		}
		if a.options.Clock == nil || a.now() > stop {
			break
		}
	}
	if p.quest == nil && p.history.Arrived() {
		a.showMoment()
	}
	a.loop.Redraw()
	return nil
}
