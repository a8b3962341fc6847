package window

import "tumble/engine/input"

// layoutKey is the key by the label that it has in the layout of the keyboard, given the key of a US keyboard that lies
// there and the text that it types without modifiers. Where a layout has another letter, or one of the signs that name
// a key, the label decides: the key labelled Z is Z on a German keyboard, too. Digits keep their position, because the
// row types signs on a French keyboard; so do keys with a label that names no key, as ü.
func layoutKey(physical input.Key, label string) input.Key {
	if len(label) != 1 || physical >= input.Key0 && physical <= input.Key9 {
		return physical
	}
	c := input.Key(label[0])
	switch {
	case c >= 'a' && c <= 'z':
		return c - 'a' + 'A'
	case c >= 'A' && c <= 'Z':
		return c
	case c == input.KeyApostrophe, c == input.KeyComma, c == input.KeyMinus, c == input.KeyPeriod, c == input.KeySlash,
		c == input.KeySemicolon, c == input.KeyEqual, c == input.KeyLeftBracket, c == input.KeyBackslash,
		c == input.KeyRightBracket, c == input.KeyGraveAccent:
		return c
	}
	return physical
}

// typesText reports whether a key types a sign or a letter: only these have a label in the layout.
func typesText(physical input.Key) bool {
	return physical > input.KeySpace && physical <= input.KeyGraveAccent
}
