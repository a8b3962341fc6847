package window

import "tumble/engine/input"

// pageKeys are the names that pages have for keys (UI Events KeyboardEvent code Values, W3C), by where they lie on a
// US keyboard.
var pageKeys = func() map[string]input.Key {
	keys := map[string]input.Key{
		"Space": input.KeySpace, "Quote": input.KeyApostrophe, "Comma": input.KeyComma, "Minus": input.KeyMinus,
		"Period": input.KeyPeriod, "Slash": input.KeySlash, "Semicolon": input.KeySemicolon, "Equal": input.KeyEqual,
		"BracketLeft": input.KeyLeftBracket, "Backslash": input.KeyBackslash, "BracketRight": input.KeyRightBracket,
		"Backquote": input.KeyGraveAccent, "Escape": input.KeyEscape, "Enter": input.KeyEnter, "Tab": input.KeyTab,
		"Backspace": input.KeyBackspace, "Insert": input.KeyInsert, "Delete": input.KeyDelete,
		"ArrowRight": input.KeyRight,
		"ArrowLeft":  input.KeyLeft, "ArrowDown": input.KeyDown, "ArrowUp": input.KeyUp, "PageUp": input.KeyPageUp,
		"PageDown": input.KeyPageDown, "Home": input.KeyHome, "End": input.KeyEnd, "CapsLock": input.KeyCapsLock,
		"PrintScreen": input.KeyPrintScreen, "Pause": input.KeyPause, "NumpadAdd": input.KeyPadAdd,
		"NumpadSubtract": input.KeyPadSubtract, "NumpadMultiply": input.KeyPadMultiply,
		"NumpadDivide":  input.KeyPadDivide,
		"NumpadDecimal": input.KeyPadDecimal, "NumpadEnter": input.KeyPadEnter, "ShiftLeft": input.KeyLeftShift,
		"ControlLeft": input.KeyLeftControl, "AltLeft": input.KeyLeftAlt, "MetaLeft": input.KeyLeftSuper,
		"ShiftRight": input.KeyRightShift, "ControlRight": input.KeyRightControl, "AltRight": input.KeyRightAlt,
		"MetaRight": input.KeyRightSuper, "ContextMenu": input.KeyMenu,
	}
	for c := 'A'; c <= 'Z'; c++ {
		keys["Key"+string(c)] = input.Key(c)
	}
	for i := range input.Key(10) {
		keys["Digit"+string(rune('0'+i))] = input.Key0 + i
		keys["Numpad"+string(rune('0'+i))] = input.KeyPad0 + i
	}
	for i := range input.Key(12) {
		name := "F1" + string(rune('0'+i-9))
		if i < 9 {
			name = "F" + string(rune('1'+i))
		}
		keys[name] = input.KeyF1 + i
	}
	return keys
}()
