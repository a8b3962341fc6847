package panel

import (
	"tumble/internal/app/session"
	"tumble/renderer/ui"
)

// presetPreview shows the changes of a preset before they are made, and can remove the preset.
type presetPreview struct {
	open    bool
	name    string
	problem string
	values  map[string]float64
	changes []presetChange
	// asked: the user has said once that the preset is to be removed
	asked bool
}

// presetChange is a parameter that the preset would change.
type presetChange struct {
	key, now, then string
	restart        bool
}

// previewHeight (units) bounds the list of changes.
const previewHeight = 220

// show reads a preset and compares it with the values of the session. One with a mistake is shown, too: it can be
// removed.
func (p *presetPreview) show(folder session.PresetFolder, v *View, name string) {
	*p = presetPreview{open: true, name: name}
	preset, err := session.ReadPreset(folder.File(name))
	if err == nil {
		p.values, err = preset.Values(v.Session.Config.Scene.Name, v.Session.Registry)
	}
	if err != nil {
		p.problem = plain(err)
		return
	}
	for _, q := range v.Session.Registry.All() {
		value, ok := p.values[q.Key]
		if ok && q.Format(value) != q.String() {
			p.changes = append(p.changes, presetChange{q.Key, named(q.String(), q.Unset),
				named(q.Format(value), q.Unset), q.Restart})
		}
	}
}

// named is a value in words, or where it comes from when nobody has chosen one.
func named(value, unset string) string {
	if value == "" && unset != "" {
		return "as in the " + unset
	}
	return value
}

// draw draws the changes with the buttons below.
func (p *presetPreview) draw(c *ui.Context, v *View, knobs *parameters, folder *session.PresetFolder) {
	if !c.BeginModal("Preset", &p.open, 460) {
		return
	}
	defer c.EndModal()
	c.Heading(p.name)
	switch {
	case p.problem != "":
		c.Paragraph(p.problem)
	case len(p.changes) == 0:
		c.Dim("It has the values of now.")
	default:
		p.list(c)
	}
	c.Space(6)
	c.Row(130, 0, 80, 80)
	remove := "Delete"
	if p.asked {
		remove = "Delete for good"
	}
	if c.Button(remove + "##delete") {
		if p.asked {
			p.remove(c, folder)
		}
		p.asked = true
	}
	c.Label("")
	if c.Button("Cancel") {
		p.open = false
	}
	if p.problem != "" {
		c.Disabled()
		defer c.Enabled()
	}
	if c.Primary("Load") || p.problem == "" && c.Enter() {
		p.load(c, v, knobs)
	}
}

// load sends the values of the preset to the world.
func (p *presetPreview) load(c *ui.Context, v *View, knobs *parameters) {
	knobs.setAll(c, v, p.values)
	c.Toast(ui.ToneGood, "loaded preset "+p.name)
	p.open = false
}

// list lists the changes: the value of now and that of the preset.
func (p *presetPreview) list(c *ui.Context) {
	c.Row(200, 0, 0)
	c.Dim("Changes")
	c.Dim("now")
	c.Dim("preset")
	c.BeginScroll("changes", min(previewHeight, float32(24*len(p.changes)+8)))
	for i := range p.changes {
		x := &p.changes[i]
		c.Row(200, 0, 0)
		c.Label(x.key)
		c.Label(x.now)
		if c.LabelColor(x.then, c.Theme.Accent); x.restart {
			c.Tip("Takes effect when the scene is restarted.")
		}
	}
	c.EndScroll()
}

// remove deletes the file of the preset.
func (p *presetPreview) remove(c *ui.Context, folder *session.PresetFolder) {
	p.open = false
	if err := folder.Remove(p.name); err != nil {
		c.Toast(ui.ToneBad, plain(err))
		return
	}
	c.Toast(ui.ToneGood, "deleted preset "+p.name)
}
