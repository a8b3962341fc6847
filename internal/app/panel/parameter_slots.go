package panel

import (
	"strings"

	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/app/trial"
	"tumble/renderer/ui"
)

// slots are two sets of values, A and B, between which a key switches while the world goes on.
type slots struct {
	values [2]map[string]float64
	now    int
	asked  bool // to switch with the next frame
	// compared are the members of the trial that is asked for
	compared []trial.Values
}

var slotNames = [2]string{"A", "B"}

// switchSlot keeps the values in the slot in use and takes up those of the other one.
func (p *parameters) switchSlot(c *ui.Context, v *View) {
	s := &p.slots
	s.asked = false
	held := map[string]float64{}
	for i := range p.knobs {
		held[p.knobs[i].param.Key] = p.knobs[i].value
	}
	s.values[s.now] = held
	s.now = 1 - s.now
	if s.values[s.now] == nil {
		s.values[s.now] = held
		c.Toast(ui.ToneInfo, slotNames[1-s.now]+" is kept; what you change now is "+slotNames[s.now]+", "+
			command.KeyName(command.SwitchSlot)+" switches back")
		return
	}
	p.setAll(c, v, s.values[s.now])
	c.Toast(ui.ToneInfo, "values of "+slotNames[s.now]+": "+strings.Join(p.differences(), ", "))
}

// compareSlots asks for a trial of A against B: of the values in which they differ.
func (p *parameters) compareSlots(c *ui.Context) {
	s := &p.slots
	other := s.values[1-s.now]
	if other == nil {
		c.Toast(ui.ToneWarn, "there is no "+slotNames[1-s.now]+" yet: "+command.KeyName(command.SwitchSlot)+" makes it")
		return
	}
	members := []trial.Values{{Name: slotNames[0]}, {Name: slotNames[1]}}
	for i := range p.knobs {
		k := &p.knobs[i]
		q := k.param
		here, there := q.Format(k.value), q.Format(other[q.Key])
		if here == there || strings.HasPrefix(q.Key, "loop.") {
			continue
		}
		members[s.now].List = append(members[s.now].List, trial.Value{Key: q.Key, Text: here})
		members[1-s.now].List = append(members[1-s.now].List, trial.Value{Key: q.Key, Text: there})
	}
	if len(members[0].List) == 0 {
		c.Toast(ui.ToneWarn, "A and B have the same values")
		return
	}
	s.compared = members
}

// mostDifferences is how many parameters a message names.
const mostDifferences = 4

// differences are the keys and values in which the slot in use differs from the other one.
func (p *parameters) differences() (list []string) {
	a, b := p.slots.values[p.slots.now], p.slots.values[1-p.slots.now]
	for i := range p.knobs {
		q := p.knobs[i].param
		if q.Format(a[q.Key]) == q.Format(b[q.Key]) {
			continue
		}
		if len(list) == mostDifferences {
			return append(list, "…")
		}
		list = append(list, q.Key+"="+q.Format(a[q.Key]))
	}
	if len(list) == 0 {
		list = append(list, "the same as "+slotNames[1-p.slots.now])
	}
	return list
}

// buttons are below the parameters: slots, defaults, presets, copies.
func (p *parameters) buttons(c *ui.Context, v *View) {
	c.Space(4)
	c.Flow(100, 0, 0, 0)
	if c.Button(slotLabels[p.slots.now]) {
		v.Do(command.SwitchSlot)
	}
	c.Tip("Keeps the values of this slot and takes up those of the other one; the world goes on.")
	if c.Button("A against B") {
		p.compareSlots(c)
	}
	c.Tip("Compares a copy of the world with the values of A and one with those of B, both from the start.")
	if c.Button("All to defaults") {
		v.Do(command.Defaults)
	}
	c.Tip("Returns every parameter to the value that the scene asks for.")
	c.Flow(62, 0, 0, 0, 0)
	if c.Button("Preset…") {
		v.Do(command.SavePreset)
	}
	c.Tip("Saves the changed parameters under a name.")
	if c.Button("TOML") {
		v.Do(command.CopyTOML)
	}
	c.Tip("Copies the changed parameters as a preset is written.")
	if c.Button("Go") {
		v.Do(command.CopyGo)
	}
	c.Tip("Copies a function in Go that gives a world the changed parameters.")
	if c.Button("--set") {
		v.Do(command.CopyCommand)
	}
	c.Tip("Copies the command that runs the scene with the changed parameters.")
}

var slotLabels = [2]string{"A – switch to B##slot", "B – switch to A##slot"}

// copied puts a text into the clipboard.
func copied(c *ui.Context, v *View, text string, err error) {
	if err != nil {
		report(c, err)
		return
	}
	v.Window.SetClipboard(text)
	c.Toast(ui.ToneGood, "copied the changed parameters")
}

// Copy puts the changed parameters into the clipboard, as the command asks for it.
func (p *Panels) Copy(id command.ID, v *View) {
	s := v.Session
	switch name := s.Config.Scene.Name; id {
	case command.CopyTOML:
		text, err := session.CopyTOML(name, s.Registry)
		copied(p.ui, v, text, err)
	case command.CopyGo:
		copied(p.ui, v, session.CopyGo(s.Registry), nil)
	default:
		copied(p.ui, v, session.CopyCommand(name, s.Registry), nil)
	}
}
