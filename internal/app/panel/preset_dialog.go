package panel

import (
	"strings"

	"tumble/internal/app/session"
	"tumble/renderer/ui"
)

// presetDialog asks for the name of a preset to save or to load.
type presetDialog struct {
	folder      session.PresetFolder
	open, fresh bool
	loading     bool
	name        string
	problem     string
	picks       []ui.Pick
	preview     presetPreview
}

// save asks for the name of a preset to save.
func (d *presetDialog) save(name string) {
	*d = presetDialog{folder: d.folder, open: true, fresh: true, name: name, picks: d.picks, preview: d.preview}
}

// load asks for a preset of those in the folder.
func (d *presetDialog) load(c *ui.Context) {
	names := d.folder.Names()
	if len(names) == 0 {
		c.Toast(ui.ToneWarn, "there is no preset yet")
		return
	}
	d.picks = d.picks[:0]
	for _, name := range names {
		d.picks = append(d.picks, ui.Pick{Name: name})
	}
	d.loading = true
}

// draw draws the dialogues for saving and loading.
func (d *presetDialog) draw(c *ui.Context, v *View, p *parameters) {
	if i, ok := c.Picker("Load a preset", &d.loading, d.picks); ok {
		d.preview.show(d.folder, v, d.picks[i].Name)
	}
	d.preview.draw(c, v, p, &d.folder)
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
	} else if session.CheckPresetName(d.name) == nil && d.folder.Has(d.name) {
		note = "There is a preset of this name; it will be replaced."
	}
	c.Note(note)
	c.Space(6)
	c.Row(0, 90, 90)
	c.Label("")
	if c.Button("Cancel") {
		d.open = false
	}
	if c.Primary("Save") || entered {
		if err := d.savePreset(c, v, d.name); err != nil {
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

func (d *presetDialog) savePreset(c *ui.Context, v *View, name string) error {
	name = strings.TrimSpace(name)
	if err := session.CheckPresetName(name); err != nil {
		return err
	}
	s := v.Session
	if err := session.NewPreset(s.Config.Scene.Name, s.Registry).Write(d.folder.File(name)); err != nil {
		return err
	}
	c.Toast(ui.ToneGood, "saved preset "+name)
	return nil
}
