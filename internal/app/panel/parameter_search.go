package panel

import (
	"strconv"
	"strings"

	"tumble/internal/meter"
	"tumble/renderer/ui"
)

// find shows the parameter with a key.
func (p *parameters) find(_ *ui.Context, key string) { p.query, p.changedOnly = key, false }

// changed reports whether a control shows another value than the scene asks for.
func (k *knob) changed() bool {
	d := k.param.Default
	return float32(k.value) != float32(d) && !(k.value != k.value && d != d)
}

// searchRow has the field to look for a parameter in, and the number of those that were changed.
func (p *parameters) searchRow(c *ui.Context) {
	c.Flow(150, 0, 104)
	c.TextInput("##search", &p.query, "search parameters")
	p.text = append(strconv.AppendInt(append(p.text[:0], "Changed: "...), int64(p.changed), 10), "##changed"...)
	c.Check(bytesText(p.text), &p.changedOnly)
	c.Tip("Shows only parameters that differ from what the scene asks for.")
}

// found draws the parameters that the search leaves, those of several headings below their heading: there is a friction
// of the material and one of the scene.
func (p *parameters) found(c *ui.Context, v *View) {
	shown, scene := 0, false
	several := p.groupsFound() > 1
	for _, g := range p.groups {
		named := !several
		for i := g.first; i < g.last; i++ {
			k := &p.knobs[i]
			if !p.finds(k) {
				continue
			}
			if !named {
				c.Dim(g.title)
				named = true
			}
			shown++
			scene = scene || k.param.Restart
			p.foundKnob(c, v, k)
		}
	}
	if scene {
		p.restartRow(c, v)
	}
	switch {
	case shown > 0:
	case p.query == "":
		c.Dim("Every parameter is as the scene asks for.")
	case meter.IsSetting(p.query):
		c.Dim(p.thing())
	default:
		c.Dim("No parameter of this name.")
	}
	if p.query != "" && c.Button("Show all") {
		p.query = ""
		c.Unfocus()
	}
}

// thing takes a setting of a body or a joint, as body("crate").mass, from the search to the parameters, or says what is
// wrong with it.
func (p *parameters) thing() string {
	if p.query == p.refused {
		return p.why
	}
	_, err := p.session.Registry.Lookup(p.query)
	if err == nil {
		return "…"
	}
	p.refused, p.why = p.query, strings.TrimPrefix(err.Error(), "param: unknown key: ")
	return p.why
}

// finds reports whether the search leaves a parameter.
func (p *parameters) finds(k *knob) bool {
	return (!p.changedOnly || k.changed()) && k.matches(p.query)
}

// groupsFound is the number of headings under which the search leaves something.
func (p *parameters) groupsFound() (n int) {
	for _, g := range p.groups {
		for i := g.first; i < g.last; i++ {
			if p.finds(&p.knobs[i]) {
				n++
				break
			}
		}
	}
	return n
}

// foundKnob draws a parameter, with a button that returns it to its default if it was changed.
func (p *parameters) foundKnob(c *ui.Context, v *View, k *knob) {
	if !k.changed() {
		p.knob(c, v, k)
		return
	}
	c.Row(0, 52)
	p.knob(c, v, k)
	c.PushID(k.param.Key)
	if c.Button("Reset") {
		k.value = k.param.Default
		p.set(c, v, k)
	}
	c.Tip(k.was)
	c.PopID()
}

// matches reports whether a search finds the parameter, by its label or by its key.
func (k *knob) matches(query string) bool {
	if query == "" {
		return true
	}
	if _, ok := ui.FuzzyScore(query, k.param.Key); ok {
		return true
	}
	_, ok := ui.FuzzyScore(query, k.param.Label)
	return ok
}
