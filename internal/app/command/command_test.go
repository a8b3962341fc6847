package command

import (
	"slices"
	"testing"

	"tumble/engine/input"
)

// Every command can be reached by a key or a menu, has a name and stands in the table once; no key asks for two.
func TestTableIsComplete(t *testing.T) {
	seen, names, keys := map[ID]bool{}, map[string]ID{}, map[Key]ID{}
	for i := range All {
		c := &All[i]
		if seen[c.ID] || names[c.Name] != None || c.Name == "" {
			t.Errorf("command %d, %q: a second row, or no name", c.ID, c.Name)
		}
		seen[c.ID], names[c.Name] = true, c.ID
		if len(c.Keys)+len(c.Slots) == 0 {
			t.Errorf("%s has neither a key nor a place in a menu", c.Name)
		}
		if len(c.Slots) > 0 && c.Label == "" || c.Group == "" || len(c.Keys) == 0 && c.Help == "" {
			t.Errorf("%s lacks a label, a group or an explanation", c.Name)
		}
		for _, k := range c.Keys {
			if keys[k] != None {
				t.Errorf("%s is bound twice", k)
			}
			keys[k] = c.ID
			e := input.Event{Kind: input.EventKey, Code: k.Code, Mods: k.Mods, Action: input.Press}
			if got := Of(&e); got != c.ID {
				t.Errorf("%s asks for %d, want %s", k, got, c.Name)
			}
			e.Action = input.Repeat
			if got := Of(&e); (got == c.ID) != c.Repeats {
				t.Errorf("%s held asks for %d", k, got)
			}
		}
		if Get(c.ID) != c {
			t.Errorf("%s is not found by its number", c.Name)
		}
	}
	for id := None + 1; id < Count; id++ {
		if !seen[id] {
			t.Errorf("command %d is not in the table", id)
		}
	}
}

// The commands by groups are all of them, and no group begins twice.
func TestByGroup(t *testing.T) {
	list, begun, last := ByGroup(), map[string]bool{}, ""
	if len(list) != len(All) {
		t.Errorf("%d commands of %d", len(list), len(All))
	}
	for _, c := range list {
		if c.Group != last && begun[c.Group] {
			t.Errorf("%s: the group %s begins again", c.Name, c.Group)
		}
		begun[c.Group], last = true, c.Group
	}
}

// A menu has its commands in the order of their places, with lines between the tens.
func TestMenusAreInOrder(t *testing.T) {
	var ids []ID
	lines := 0
	for _, e := range Menu("Scene") {
		ids = append(ids, e.ID)
		if e.Apart {
			lines++
		}
	}
	want := []ID{New, Picker, OpenFile, Save, SaveAs, NextScene, PreviousScene, Restart, Spawner, Examine,
		Record, SaveLast, Recover, Export, Quit}
	if !slices.Equal(ids, want) || lines != 3 {
		t.Errorf("the menu of scenes has %v with %d lines", ids, lines)
	}
}
