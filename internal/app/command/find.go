package command

import (
	"cmp"
	"slices"

	"tumble/engine/input"
)

// Of finds the command that a key asks for, None if it asks for none.
func Of(e *input.Event) ID {
	if e.Kind != input.EventKey || e.Action == input.Release {
		return None
	}
	asked := Key{e.Code, e.Mods & RelevantMods}
	for i := range All {
		c := &All[i]
		if (c.Repeats || e.Action == input.Press) && slices.Contains(c.Keys, asked) {
			return c.ID
		}
	}
	return None
}

// keyNamesOf are the names of the first keys by command, made once: panels ask for them in every frame.
var keyNamesOf = func() (names [Count]string) {
	for i := range All {
		if c := &All[i]; len(c.Keys) > 0 {
			names[c.ID] = c.Keys[0].String()
		}
	}
	return names
}()

// KeyName is the key of a command as the help screen writes it, empty for none.
func KeyName(id ID) string { return keyNamesOf[id] }

// Entry is a command in a menu.
type Entry struct {
	*Command
	// Apart asks for a line before the entry.
	Apart bool
}

// Menu lists the commands of a menu, or of a list of switches, in their order.
func Menu(title string) []Entry {
	type row struct {
		at int
		c  *Command
	}
	var rows []row
	for i := range All {
		for _, p := range All[i].Places {
			if p.Menu == title {
				rows = append(rows, row{p.At, &All[i]})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = Entry{r.c, i > 0 && r.at/10 != rows[i-1].at/10}
	}
	return entries
}

// rows are the places of commands in All, made once.
var rows = func() (at [Count]int) {
	for i := range All {
		at[All[i].ID] = i
	}
	return at
}()

// Get is the row of a command.
func Get(id ID) *Command { return &All[rows[id]] }
