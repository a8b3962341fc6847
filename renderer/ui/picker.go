package ui

import "strings"

// Pick is an entry of a picker.
type Pick struct{ Name, Detail string }

// pickerState is the state of the open picker.
type pickerState struct {
	query  string
	asked  bool // order belongs to query
	owner  ID   // of the picker that is open, 0 none
	choice int
	order  []scored
}

type scored struct{ index, score int }

// Picker shows a field to type into over a list that follows it: those entries that contain the typed
// letters in their order, best first. Enter or a click chooses one, Escape sets *open to false.
func (c *Context) Picker(title string, open *bool, entries []Pick) (index int, ok bool) {
	p := &c.picker
	id := hashLabel(fnvOffset, title)
	if !*open {
		if p.owner == id {
			p.owner = 0
			c.BeginModal(title, open, 0)
			c.edit.id = 0
		}
		return 0, false
	}
	if p.owner != id {
		p.owner, p.query, p.asked, p.choice = id, "", false, 0
	}
	// Escape closes the picker, not only its text field
	escaped := c.key(KeyEscape, 0)
	if !c.BeginModal(title, open, 640) {
		return 0, false
	}
	if c.edit.id == 0 {
		c.FocusText("##query", p.query)
	}
	c.pickerKeys(len(p.order))
	chosen := c.enter()
	if c.TextInput("##query", &p.query, "type to search") || !p.asked {
		p.search(entries)
	}
	index, ok = c.pickerList(entries, chosen)
	if ok || escaped {
		*open = false
		c.edit.id = 0
		c.again = true
	}
	c.EndModal()
	return index, ok
}

// mostPicks is how many entries a picker lists; of ten thousand bodies the best are enough.
const mostPicks = 200

// containsFold reports whether text contains a part, whatever the case of its ASCII letters.
func containsFold(text, part string) bool {
	for i := 0; i+len(part) <= len(text); i++ {
		if strings.EqualFold(text[i:i+len(part)], part) {
			return true
		}
	}
	return false
}

// Contains reports whether text contains a part, whatever the case of its ASCII letters.
func Contains(text, part string) bool { return containsFold(text, part) }

// search orders the entries by their score; those of the same score keep their order.
func (p *pickerState) search(entries []Pick) {
	p.asked, p.choice = true, 0
	p.order = p.order[:0]
	for i := range entries {
		score, ok := FuzzyScore(p.query, entries[i].Name)
		if !ok {
			// a long text has the letters of most queries in some order
			if ok = containsFold(entries[i].Detail, p.query); !ok {
				continue
			}
			score = -60
		}
		if p.query == "" {
			score = 0
		}
		k := len(p.order)
		if k == mostPicks {
			if p.order[k-1].score >= score {
				continue
			}
			k--
		} else {
			p.order = append(p.order, scored{})
		}
		for k > 0 && p.order[k-1].score < score {
			p.order[k] = p.order[k-1]
			k--
		}
		p.order[k] = scored{i, score}
	}
}

func (c *Context) pickerKeys(n int) {
	p := &c.picker
	by := 0
	switch {
	case c.key(KeyDown, 0):
		by = 1
	case c.key(KeyUp, 0):
		by = -1
	case c.key(KeyPageDown, 0):
		by = 10
	case c.key(KeyPageUp, 0):
		by = -10
	default:
		return
	}
	p.choice = max(min(p.choice+by, n-1), 0)
	c.nav.reveal = true
}

func (c *Context) pickerList(entries []Pick, chosen bool) (index int, ok bool) {
	p := &c.picker
	c.BeginScroll("list", 320)
	if len(p.order) == 0 {
		c.Dim("Nothing of this name.")
	}
	for k, o := range p.order {
		if o.index >= len(entries) {
			continue
		}
		c.PushIndex(o.index)
		r := c.next(c.px(24))
		c.at().y -= c.len.gap
		s := c.behave(c.ID("pick"), r)
		if k == p.choice && c.nav.reveal {
			c.nav.reveal = false
			c.reveal(r)
		}
		if s.hovered && c.mouse.moved {
			p.choice = k
		}
		c.drawChoice(r, entries[o.index].Name, entries[o.index].Detail, false, false, k == p.choice)
		if s.clicked || chosen && k == p.choice {
			index, ok = o.index, true
		}
		c.PopID()
	}
	c.EndScroll()
	return index, ok
}
