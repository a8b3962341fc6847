package window

import (
	"testing"

	"tumble/engine/input"
)

// TestLayoutKey: letters and signs follow the label, digits and unknown labels keep their position.
func TestLayoutKey(t *testing.T) {
	for _, c := range []struct {
		layout   string
		physical input.Key
		label    string
		want     input.Key
	}{
		{"us", 'Y', "y", 'Y'},
		{"de", 'Y', "z", 'Z'},
		{"de", 'Z', "y", 'Y'},
		{"de", input.KeySlash, "-", input.KeyMinus},
		{"de", input.KeyMinus, "ß", input.KeyMinus},
		{"de", input.KeyLeftBracket, "ü", input.KeyLeftBracket},
		{"fr", 'Q', "a", 'A'},
		{"fr", '1', "&", '1'},
		{"fr", '6', "-", '6'},
		{"fr", 'M', ",", input.KeyComma},
		{"ru", 'F', "а", 'F'},
		{"us", 'A', "", 'A'},
	} {
		if got := layoutKey(c.physical, c.label); got != c.want {
			t.Errorf("%s: the key at %c with the label %q is %c, want %c", c.layout, c.physical, c.label, got, c.want)
		}
	}
}
