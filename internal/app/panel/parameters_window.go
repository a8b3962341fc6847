package panel

import (
	"slices"
	"strings"

	"tumble/engine/param"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/sweep"
	"tumble/physics"
	"tumble/renderer/ui"
)

// group is a section of the panel: the knobs from first to last.
type group struct {
	title       string
	first, last int
}

// parameters is the window with every parameter of the registry.
type parameters struct {
	session *session.Session
	knobs   []knob
	groups  []group
	// settings are the settings of the world on the knobs; stale asks to read them again
	settings physics.Settings
	stale    bool
	restart  bool // values that need a restart were changed
	atOnce   bool
	// resetAsked resets all parameters with the next frame, as commands may come from outside of a frame
	resetAsked bool
	// query is the text of the search; changedOnly shows only parameters that differ from the values of the scene
	query       string
	changedOnly bool
	changed     int
	text        []byte
	// swept is the key of the parameter to sweep, empty for none
	swept string
	slots slots
	// refused is a key of a body or joint that the search did not find, why the reason
	refused, why string
}

// adopt makes the controls of a new session.
func (p *parameters) adopt(s *session.Session) {
	p.session, p.restart, p.slots = s, false, slots{}
	p.knobs, p.groups = p.knobs[:0], p.groups[:0]
	for _, title := range param.Headings {
		first := len(p.knobs)
		for _, q := range s.Registry.All() {
			if q.Heading == title {
				p.knobs = append(p.knobs, newKnob(q))
			}
		}
		if len(p.knobs) > first {
			p.groups = append(p.groups, group{title, first, len(p.knobs)})
		}
	}
	p.refused, p.why = "", ""
}

// follow adds controls of settings of bodies and joints that have joined the registry, at its end.
func (p *parameters) follow() {
	all := p.session.Registry.All()
	for _, q := range all[min(len(p.knobs), len(all)):] {
		if n := len(p.groups); n == 0 || p.groups[n-1].title != q.Heading {
			p.groups = append(p.groups, group{q.Heading, len(p.knobs), len(p.knobs)})
		}
		p.knobs = append(p.knobs, newKnob(q))
		p.groups[len(p.groups)-1].last++
	}
}

// draw draws every parameter of the registry.
func (p *parameters) draw(c *ui.Context, v *View) {
	if !c.BeginWindow(windowTune, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	p.follow()
	now := v.Session.Config.Settings
	p.stale, p.changed = p.stale || now != p.settings, 0
	for i := range p.knobs {
		p.refresh(v, &p.knobs[i])
	}
	p.settings, p.stale = now, false
	p.searchRow(c)
	if p.query != "" || p.changedOnly {
		p.found(c, v)
	} else {
		p.sections(c, v)
	}
	p.buttons(c, v)
}

// closedGroups are those that are opened on request.
var closedGroups = []string{"Limits", "Joints", "Variation"}

// sections draws all parameters by their headings.
func (p *parameters) sections(c *ui.Context, v *View) {
	for i := range p.groups {
		g := &p.groups[i]
		if !c.Section(g.title, !slices.Contains(closedGroups, g.title)) {
			continue
		}
		for k := g.first; k < g.last; k++ {
			p.knob(c, v, &p.knobs[k])
		}
		if g.title == "Scene" || g.title == "Variation" {
			p.restartRow(c, v)
		}
	}
}

// knob draws one parameter and sends a change.
func (p *parameters) knob(c *ui.Context, v *View, k *knob) {
	q := k.param
	changed := false
	switch q.Kind {
	case param.Bool:
		on := k.value != 0
		if changed = c.Check(k.label, &on); changed {
			k.value = number01(on)
		}
	case param.Enum:
		i := int(k.value)
		changed = c.Combo(k.label, &i, q.Choices)
		k.value = float64(i)
	default:
		changed = c.Slider(k.label, &k.value, k.span)
	}
	c.Tip(k.tip)
	if p.menu(c, v, k) {
		return
	}
	if changed {
		p.set(c, v, k)
	}
}

// menu opens the menu of a parameter by a right click; it reports whether its value was set.
func (p *parameters) menu(c *ui.Context, v *View, k *knob) (set bool) {
	if !c.ContextMenu(k.menu) {
		return false
	}
	defer c.EndMenu()
	if c.MenuItem(k.was, "") {
		k.value, set = k.param.Default, true
		p.set(c, v, k)
	}
	if sweep.Varies(k.param.Key) && c.MenuItem("Sweep this parameter…", "") {
		p.swept = k.param.Key
	}
	if c.MenuItem("Copy its key", "") {
		v.Window.SetClipboard(k.param.Key)
	}
	return set
}

// refresh shows the value of the parameter, or for a moment the value that was sent, which a paused world takes with
// its next step.
func (p *parameters) refresh(v *View, k *knob) {
	if k.waiting && (v.Frame.Status.Tick > k.tick+1 || v.Frame.Status.Paused && v.Session.Applied() > k.applied) {
		k.waiting, k.value = false, k.param.Value()
	}
	if k.changed() {
		p.changed++
	}
	// reading a setting copies all settings, so refresh reads only after a change
	if !k.waiting && (!k.setting || p.stale) {
		k.value = k.param.Value()
	}
}

// set sends a value to the world.
func (p *parameters) set(c *ui.Context, v *View, k *knob) {
	key := k.param.Key
	k.value = float64(float32(k.value))
	if strings.HasPrefix(key, "loop.") && key != "loop.hertz" && key != "loop.workers" {
		// the loop is the window's and no part of the world
		err := k.param.SetValue(k.value)
		if err == nil {
			err = v.FollowLoop()
		}
		report(c, err)
		return
	}
	k.waiting, k.tick, k.applied = true, v.Frame.Status.Tick, v.Session.Applied()
	v.Send(session.SetCommand(key, k.value))
	p.restart = p.restart || k.param.Restart
}

// restartRow offers to build the scene again with values that need a restart, or builds it at once.
func (p *parameters) restartRow(c *ui.Context, v *View) {
	c.Flow(130, 0, 0)
	c.Check("Restart at once", &p.atOnce)
	c.Tip("Builds the scene again as soon as a value is let go.")
	if p.restart {
		if c.Primary("Restart now") || p.atOnce && !c.Holds() && !c.Editing() {
			v.Do(command.Restart)
			p.restart = false
		}
	} else if c.Button("Restart") {
		v.Do(command.Restart)
	}
}

func (p *parameters) resetAll(c *ui.Context, v *View) {
	p.resetAsked = false
	p.follow()
	for i := range p.knobs {
		k := &p.knobs[i]
		if !k.param.IsDefault() || k.param.Format(k.value) != k.param.Format(k.param.Default) {
			k.value = k.param.Default
			p.set(c, v, k)
		}
	}
}

// setAll sends the values of a preset to the world.
func (p *parameters) setAll(c *ui.Context, v *View, values map[string]float64) {
	p.follow()
	for i := range p.knobs {
		k := &p.knobs[i]
		if value, ok := values[k.param.Key]; ok && k.param.Format(value) != k.param.Format(k.value) {
			k.value = value
			p.set(c, v, k)
		}
	}
}
