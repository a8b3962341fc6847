package command

import (
	"strings"

	"tumble/engine"
)

// Key is a key with its modifiers.
type Key struct {
	Code engine.Key
	Mods engine.Mods
}

// RelevantMods are the modifiers that tell keys apart; the lock keys do not.
const RelevantMods = engine.ModShift | engine.ModControl | engine.ModAlt | engine.ModSuper

// keyNames are the names of the keys that are no letters or digits.
var keyNames = map[engine.Key]string{
	engine.KeySpace: "Space", engine.KeyPeriod: ".", engine.KeyMinus: "-", engine.KeyEqual: "=",
	engine.KeyBackspace: "Backspace", engine.KeyPause: "Pause", engine.KeyLeftBracket: "[",
	engine.KeyRightBracket: "]", engine.KeyDelete: "Del", engine.KeyHome: "Home", engine.KeyTab: "Tab",
	engine.KeyF1: "F1", engine.KeyF1 + 5: "F6", engine.KeyF1 + 10: "F11", engine.KeyF12: "F12", engine.KeyEscape: "Esc",
	engine.KeySlash: "/",
}

// String is the key with its modifiers as the help screen writes it.
func (k Key) String() string {
	var s strings.Builder
	for _, m := range []struct {
		mod  engine.Mods
		name string
	}{{engine.ModControl, "Ctrl+"}, {engine.ModAlt, "Alt+"}, {engine.ModShift, "Shift+"}, {engine.ModSuper, "Super+"}} {
		if k.Mods&m.mod != 0 {
			s.WriteString(m.name)
		}
	}
	if name, ok := keyNames[k.Code]; ok {
		s.WriteString(name)
	} else {
		s.WriteRune(rune(k.Code))
	}
	return s.String()
}
