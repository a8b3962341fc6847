package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"tumble/engine/input"
)

// usual are the default keys of the commands.
var usual = func() (keys [Count][]Key) {
	for i := range All {
		keys[All[i].ID] = All[i].Keys
	}
	return keys
}()

// Bind gives commands other keys than the usual ones. keys has for the name of a command a list of keys as the help
// screen writes them, an empty list for no key. Bind returns a text for each unknown name or key, and for each key of
// two commands, which only the newly bound command keeps.
func Bind(keys map[string][]string) (problems []string) {
	for i := range All {
		All[i].Keys = usual[All[i].ID]
	}
	bound := map[Key]ID{}
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		i := slices.IndexFunc(All[:], func(c Command) bool { return c.Name == name })
		if i < 0 {
			problems = append(problems, fmt.Sprintf("keys: there is no command %q", name))
			continue
		}
		All[i].Keys = nil
		for _, text := range keys[name] {
			k, err := ParseKey(text)
			if err != nil {
				problems = append(problems, fmt.Sprintf("keys: %s: %v", name, err))
				continue
			}
			if other, ok := bound[k]; ok && other != All[i].ID {
				problems = append(problems, fmt.Sprintf("keys: %s is bound to %s and to %s", k, Get(other).Name, name))
				continue
			}
			bound[k] = All[i].ID
			All[i].Keys = append(All[i].Keys, k)
		}
	}
	return append(problems, yield(bound)...)
}

// yield takes bound keys away from other commands that usually have them.
func yield(bound map[Key]ID) (problems []string) {
	for i := range All {
		c := &All[i]
		c.Keys = slices.DeleteFunc(slices.Clone(c.Keys), func(k Key) bool {
			to, taken := bound[k]
			taken = taken && to != c.ID
			if taken {
				problems = append(problems, fmt.Sprintf("keys: %s is now for %s, no longer for %s", k, Get(to).Name,
					c.Name))
			}
			return taken
		})
		keyNamesOf[c.ID] = ""
		if len(c.Keys) > 0 {
			keyNamesOf[c.ID] = c.Keys[0].String()
		}
	}
	return problems
}

// ParseKey reads a key as the help screen writes it, like Ctrl+Shift+Z, F12 or Del.
func ParseKey(text string) (Key, error) {
	var k Key
	rest := text
	for _, m := range modNames {
		if cut, ok := cutFold(rest, m.name); ok && cut != "" {
			k.Mods |= m.mod
			rest = cut
		}
	}
	for code, name := range keyNames {
		if strings.EqualFold(name, rest) {
			k.Code = code
			return k, nil
		}
	}
	upper := strings.ToUpper(rest)
	if len(upper) == 1 && (upper[0] >= 'A' && upper[0] <= 'Z' || upper[0] >= '0' && upper[0] <= '9') {
		k.Code = input.Key(upper[0])
		return k, nil
	}
	var n int
	if _, err := fmt.Sscanf(upper, "F%d", &n); err == nil && n >= 1 && n <= 12 && upper == fmt.Sprintf("F%d", n) {
		k.Code = input.KeyF1 + input.Key(n-1)
		return k, nil
	}
	return Key{}, fmt.Errorf("there is no key %q", text)
}

// cutFold is strings.CutPrefix without regard to case.
func cutFold(text, prefix string) (string, bool) {
	if len(text) < len(prefix) || !strings.EqualFold(text[:len(prefix)], prefix) {
		return text, false
	}
	return text[len(prefix):], true
}
