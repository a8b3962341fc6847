package app

import (
	"strings"

	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/renderer/ui"
)

// saveDialog asks for the name of a preset.
type saveDialog struct {
	open, fresh bool
	loading     bool
	name        string
	problem     string
	picks       []ui.Pick
}

func (d *saveDialog) begin(name string) {
	*d = saveDialog{open: true, fresh: true, name: name, picks: d.picks}
}

// presetMenu is the menu of presets; the newest list is read when one is loaded.
func (p *panels) presetMenu() {
	c := p.ui
	if !p.presets.Exists() {
		c.Disabled()
		defer c.Enabled()
	}
	if c.MenuItem("Save…", "") {
		p.save.begin(openscene.Label(p.app.session.Config.Scene.Name))
	}
	if c.MenuItem("Load…", "") {
		p.beginLoad()
	}
	c.MenuSeparator()
	if c.MenuItem("All to defaults", "") {
		p.resetAll()
	}
}

func (p *panels) beginLoad() {
	names := p.presets.Names()
	if len(names) == 0 {
		p.ui.Toast(ui.ToneWarn, "there is no preset yet")
		return
	}
	p.save.picks = p.save.picks[:0]
	for _, name := range names {
		p.save.picks = append(p.save.picks, ui.Pick{Name: name})
	}
	p.save.loading = true
}

// presetDialogues draws the dialogues for saving and loading.
func (p *panels) presetDialogues() {
	d := &p.save
	if i, ok := p.ui.Picker("Load a preset", &d.loading, d.picks); ok {
		if err := p.loadPreset(d.picks[i].Name); err != nil {
			p.ui.Toast(ui.ToneBad, plain(err))
		}
	}
	c := p.ui
	if !c.BeginModal("Save a preset", &d.open, 360) {
		return
	}
	defer c.EndModal()
	if d.fresh {
		d.fresh = false
		c.FocusText("Name", d.name)
	}
	changed, entered := c.TextEnter("Name", &d.name, "letters, digits, spaces")
	if changed {
		d.problem = ""
	}
	note := "Keeps what differs from the defaults of the scene."
	if d.problem != "" {
		note = d.problem
	} else if session.CheckPresetName(d.name) == nil && p.presets.Has(d.name) {
		note = "There is a preset of this name; it will be replaced."
	}
	c.Dim(note)
	c.Space(6)
	c.Row(0, 90, 90)
	c.Label("")
	if c.Button("Cancel") {
		d.open = false
	}
	if c.Primary("Save") || entered {
		if err := p.savePreset(d.name); err != nil {
			d.problem = plain(err)
			return
		}
		d.open = false
	}
}

// plain is an error without the name of the package, in one line.
func plain(err error) string {
	return strings.ReplaceAll(strings.TrimPrefix(err.Error(), "app: "), "\n", "; ")
}

func (p *panels) savePreset(name string) error {
	name = strings.TrimSpace(name)
	if err := session.CheckPresetName(name); err != nil {
		return err
	}
	s := p.app.session
	if err := session.NewPreset(s.Config.Scene.Name, s.Registry).Write(p.presets.File(name)); err != nil {
		return err
	}
	p.ui.Toast(ui.ToneGood, "saved preset "+name)
	return nil
}

// loadPreset sends the values of a preset to the world; a preset with a mistake changes nothing.
func (p *panels) loadPreset(name string) error {
	preset, err := session.ReadPreset(p.presets.File(name))
	if err != nil {
		return err
	}
	values, err := preset.Values(p.app.session.Config.Scene.Name, p.app.session.Registry)
	if err != nil {
		return err
	}
	for i := range p.tune {
		k := &p.tune[i]
		if v, ok := values[k.param.Key]; ok && k.param.Format(v) != k.param.Format(k.value) {
			k.value = v
			p.set(k)
		}
	}
	p.ui.Toast(ui.ToneGood, "loaded preset "+name)
	return nil
}
