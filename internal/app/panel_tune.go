package app

import (
	"strings"
	"unsafe"

	"tumble/engine/param"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
)

// bytesText reads bytes as a text that is not kept.
func bytesText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// knob is a parameter as a control.
type knob struct {
	param *param.Param
	label string
	tip   string
	span  ui.Range
	// value is what the control shows; sent counts the ticks until the world has to have it
	value   float64
	waiting bool
	tick    uint64
	// setting is set for parameters of the world, which all change together
	setting bool
}

// group is a section of the panel: the knobs from first to last.
type group struct {
	title       string
	first, last int
}

// adopt makes the controls of a new session.
func (p *panels) adopt() {
	s := p.app.session
	p.session, p.restart = s, false
	p.tune, p.groups = p.tune[:0], p.groups[:0]
	for _, title := range param.Headings {
		first := len(p.tune)
		for _, q := range s.Registry.All() {
			if q.Heading == title {
				p.tune = append(p.tune, newKnob(q))
			}
		}
		if len(p.tune) > first {
			p.groups = append(p.groups, group{title, first, len(p.tune)})
		}
	}
}

func newKnob(q *param.Param) knob {
	k := knob{param: q, span: ui.Range{
		Min: q.Min, Max: q.Max, Low: q.Low, High: q.High, Log: q.Log, Default: q.Default, Unit: q.Unit, Whole: q.Kind == param.Int,
	}}
	// the key itself is the hidden part of the label, so that labels may repeat
	k.label = q.Label + "##" + q.Key
	k.value = q.Value()
	word, _, _ := strings.Cut(q.Key, ".")
	k.setting = word != "loop" && word != "material" && word != "scene"
	unit := ""
	if q.Unit != "" {
		unit = " " + q.Unit
	}
	k.tip = q.Text + "\n" + q.Key + ": " + q.Range() + "\nRight click: default, " + q.Format(q.Default) + unit
	if q.Restart {
		k.tip += "\nTakes effect when the scene is restarted."
	}
	return k
}

// tuneWindow draws every parameter of the registry.
func (p *panels) tuneWindow() {
	c := p.ui
	if !c.BeginWindow(windowTune, ui.WindowOptions{Side: ui.SideRight}) {
		return
	}
	defer c.EndWindow()
	now := p.app.session.Config.Settings
	p.stale = p.stale || now != p.settings
	for i := range p.tune {
		p.refresh(&p.tune[i])
	}
	p.settings, p.stale = now, false
	for i := range p.groups {
		g := &p.groups[i]
		if !c.Section(g.title, g.title != "Limits" && g.title != "Joints") {
			continue
		}
		for k := g.first; k < g.last; k++ {
			p.knob(&p.tune[k])
		}
		if g.title == "Scene" {
			p.restartRow()
		}
	}
	c.Space(4)
	c.Row(0, 0)
	if c.Button("All to defaults") {
		p.resetAll()
	}
	c.Tip("Returns every parameter to the value that the scene asks for.")
	if c.Button("Save preset…") {
		p.save.begin(openscene.Label(p.app.session.Config.Scene.Name))
	}
}

// knob draws one parameter and sends a change.
func (p *panels) knob(k *knob) {
	c, q := p.ui, k.param
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
	if changed {
		p.set(k)
	}
}

func number01(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// refresh shows the value of the parameter, or for a moment the one that was sent: a paused world
// takes it with its next step.
func (p *panels) refresh(k *knob) {
	if k.waiting && p.frame.Status.Tick > k.tick+1 {
		k.waiting, k.value = false, k.param.Value()
	}
	// reading a setting copies all of them, so it is done only when one has changed
	if !k.waiting && (!k.setting || p.stale) {
		k.value = k.param.Value()
	}
}

// set sends a value to the world.
func (p *panels) set(k *knob) {
	key := k.param.Key
	k.value = float64(float32(k.value))
	if strings.HasPrefix(key, "loop.") && key != "loop.hertz" && key != "loop.workers" {
		// the loop is the window's and no part of the world
		err := k.param.SetValue(k.value)
		if err == nil {
			err = p.app.followLoop()
		}
		if err != nil {
			p.ui.Toast(ui.ToneBad, err.Error())
		}
		return
	}
	k.waiting, k.tick = true, p.frame.Status.Tick
	p.send(SetCommand(key, k.value))
	p.restart = p.restart || k.param.Restart
}

// restartRow offers to build the scene again with the values that need it, or does it at once.
func (p *panels) restartRow() {
	c := p.ui
	c.Row(0, 0)
	c.Check("Restart at once", &p.atOnce)
	c.Tip("Builds the scene again as soon as a value is let go.")
	if p.restart {
		if c.Primary("Restart now") || p.atOnce && !c.Holds() && !c.Editing() {
			p.do(ActionRestart)
			p.restart = false
		}
	} else if c.Button("Restart") {
		p.do(ActionRestart)
	}
}

func (p *panels) resetAll() {
	for i := range p.tune {
		k := &p.tune[i]
		if k.param.Format(k.value) != k.param.Format(k.param.Default) {
			k.value = k.param.Default
			p.set(k)
		}
	}
}
