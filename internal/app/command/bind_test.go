package command

import (
	"strings"
	"testing"

	"tumble/engine/input"
)

// asks is the command that a key asks for.
func asks(code input.Key, mods input.Mods) ID {
	return Of(&input.Event{Kind: input.EventKey, Code: code, Mods: mods, Action: input.Press})
}

// TestKeysCanBeChanged: keys by name replace the usual ones, what is taken away or wrong is told, and nothing bound is
// lost.
func TestKeysCanBeChanged(t *testing.T) {
	defer Bind(nil)
	problems := Bind(map[string][]string{
		"undo": {"Alt+Backspace", "f9"}, "pause": {"K"}, "step": {}, "no-such": {"A"}, "shoot": {"Ctrl+Nothing"},
		"redo": {"F9"},
	})
	if asks(input.KeyBackspace, input.ModAlt) != Undo || asks('Z', input.ModControl) == Undo ||
		KeyName(Undo) != "Alt+Backspace" {
		t.Error("undo has not the keys that were bound")
	}
	if asks('K', 0) != TogglePause || KeyName(Wake) != "" || asks(input.KeyPeriod, 0) != None {
		t.Error("a bound key is not taken from the command that had it")
	}
	text := strings.Join(problems, "\n")
	for _, want := range []string{`"no-such"`, `"Ctrl+Nothing"`, "F9 is bound to redo and to undo",
		"K is now for pause, no longer for wake-all"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not told: %s", want, text)
		}
	}
	if len(Bind(nil)) != 0 || asks('Z', input.ModControl) != Undo || KeyName(Wake) != "K" {
		t.Error("the usual keys do not come back")
	}
}

// TestKeysAreReadAsWritten: every key of the table is read back as itself.
func TestKeysAreReadAsWritten(t *testing.T) {
	for i := range All {
		for _, k := range All[i].Keys {
			if got, err := ParseKey(k.String()); err != nil || got != k {
				t.Errorf("%s is read as %s, %v", k, got, err)
			}
		}
	}
}
