package panel

import (
	"strings"

	"tumble/engine/param"
	"tumble/internal/app/command"
	"tumble/internal/app/look"
	"tumble/internal/app/session"
	"tumble/internal/app/tool"
	"tumble/internal/bodyname"
	"tumble/internal/truth"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer/ui"
)

// palette finds every command, parameter, scene and body by a part of its name.
type palette struct {
	open    bool
	picks   []ui.Pick
	entries []paletteEntry
	bodies  []physics.Body
}

// paletteEntry is one of the things that a palette finds.
type paletteEntry struct {
	command command.ID
	param   *param.Param
	scene   *scenes.Scene
	body    physics.Body
	// use takes a tool with its task, or a mood; nil for none
	use func(v *View)
}

// show opens the palette with the present entries.
func (p *palette) show(v *View) {
	p.open = true
	p.picks, p.entries = p.picks[:0], p.entries[:0]
	for i := range command.All {
		p.addCommand(&command.All[i])
	}
	for _, q := range v.Session.Registry.All() {
		p.add(q.Key, q.Label+" = "+q.String(), paletteEntry{param: q})
	}
	for _, s := range scenes.All() {
		p.add(s.Name, "open: "+s.Text, paletteEntry{scene: s})
	}
	for _, r := range truth.All {
		p.add(r.Scene.Name, "truth rig: "+r.Scene.Text, paletteEntry{scene: r.Scene})
	}
	p.addTools()
	p.addMoods()
	p.bodies = v.Session.World().Bodies(p.bodies[:0])
	for _, b := range p.bodies {
		p.add(bodyname.Of(b), "select this body", paletteEntry{body: b})
	}
}

// addTools adds the things to drop, throw and join, and the materials to paint with.
func (p *palette) addTools() {
	use := func(name, detail string, work tool.Work, choose func(v *View)) {
		p.add(name, detail, paletteEntry{use: func(v *View) {
			choose(v)
			v.Worker.SetWork(work)
		}})
	}
	for k := range session.SpawnKindCount {
		use("Drop: "+k.String(), "tool", tool.WorkDrop, func(v *View) { v.Thrower.SetKind(k) })
		if k != session.SpawnChain {
			use("Throw: "+k.String(), "tool", tool.WorkThrow, func(v *View) { v.Worker.Options.Throw = k })
		}
	}
	for k := range session.JoinKindCount {
		use("Join: "+k.String(), "tool", tool.WorkJoin, func(v *View) { v.Worker.Options.Join = k })
	}
	for i := range tool.Materials {
		use("Paint: "+tool.Materials[i].Name, "tool", tool.WorkPaint, func(v *View) { v.Worker.Options.Material = i })
	}
}

// addMoods adds the kinds of light.
func (p *palette) addMoods() {
	for i, name := range moods {
		p.add("Mood: "+name, "light and background", paletteEntry{use: func(v *View) { v.Show.SetMood(look.Mood(i)) }})
	}
}

func (p *palette) add(name, detail string, e paletteEntry) {
	p.picks = append(p.picks, ui.Pick{Name: name, Detail: detail})
	p.entries = append(p.entries, e)
}

// addCommand adds a command by the text of its menu or of the help screen, with its key.
func (p *palette) addCommand(c *command.Command) {
	name := strings.TrimSuffix(c.Label, "…")
	if name == "" && c.Help != "" {
		name = strings.ToUpper(c.Help[:1]) + c.Help[1:]
	}
	if name == "" {
		name = strings.ReplaceAll(c.Name, "-", " ")
	}
	group := c.Group
	if group == "" && len(c.Slots) > 0 {
		group = c.Slots[0].Menu
	}
	if key := command.KeyName(c.ID); key != "" {
		group += ": " + key
	}
	p.add(name, group, paletteEntry{command: c.ID})
}

// draw draws the palette while it is open and carries out the choice.
func (p *palette) draw(c *ui.Context, v *View, parameters *parameters) {
	i, ok := c.Picker("Commands, parameters, scenes, bodies", &p.open, p.picks)
	if !ok {
		return
	}
	switch e := &p.entries[i]; {
	case e.use != nil:
		e.use(v)
	case e.param != nil:
		parameters.find(c, e.param.Key)
	case e.scene != nil:
		v.OpenScene(e.scene, nil)
	case e.body.Valid():
		v.Select(e.body)
		v.Do(command.Frame)
	default:
		v.Do(e.command)
	}
}
