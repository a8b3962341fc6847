package command

import (
	"strconv"
	"strings"

	"tumble/engine/input"
)

// Key is a key with its modifiers.
type Key struct {
	Code input.Key
	Mods input.Mods
}

// RelevantMods are the modifiers that tell keys apart, without the lock keys.
const RelevantMods = input.ModShift | input.ModControl | input.ModAlt | input.ModSuper

// keyNames are the names of the keys that are no letters or digits.
var keyNames = map[input.Key]string{
	input.KeySpace: "Space", input.KeyPeriod: ".", input.KeyMinus: "-", input.KeyEqual: "=",
	input.KeyBackspace: "Backspace", input.KeyPause: "Pause", input.KeyLeftBracket: "[",
	input.KeyRightBracket: "]", input.KeyDelete: "Del", input.KeyHome: "Home", input.KeyTab: "Tab",
	input.KeyF1: "F1", input.KeyF1 + 5: "F6", input.KeyF1 + 10: "F11", input.KeyF12: "F12", input.KeyEscape: "Esc",
	input.KeySlash: "/", input.KeyComma: ",",
}

// modNames are the modifiers in the order in which keys are written.
var modNames = []struct {
	mod  input.Mods
	name string
}{{input.ModControl, "Ctrl+"}, {input.ModAlt, "Alt+"}, {input.ModShift, "Shift+"}, {input.ModSuper, "Super+"}}

// String is the key with its modifiers as the help screen writes it.
func (k Key) String() string {
	var s strings.Builder
	for _, m := range modNames {
		if k.Mods&m.mod != 0 {
			s.WriteString(m.name)
		}
	}
	if name, ok := keyNames[k.Code]; ok {
		s.WriteString(name)
	} else if n := k.Code - input.KeyF1; n >= 0 && n < 12 {
		s.WriteString("F" + strconv.Itoa(int(n)+1))
	} else {
		s.WriteRune(rune(k.Code))
	}
	return s.String()
}
