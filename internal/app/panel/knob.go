package panel

import (
	"strings"

	"tumble/engine/param"
	"tumble/renderer/ui"
)

// knob is a parameter as a control.
type knob struct {
	param *param.Param
	label string
	menu  string
	tip   string
	// was says what the scene asks for
	was  string
	span ui.Range
	// value is shown by the control; waiting is set from tick until the world has to have it
	value   float64
	waiting bool
	// applied is how many commands the session had taken before
	applied uint64
	tick    uint64
	// setting is set for parameters of the world, which all change together
	setting bool
}

// unsetText is shown for a value that nobody has chosen.
func unsetText(q *param.Param) string {
	if q.Unset == "" {
		return ""
	}
	return "as in the " + q.Unset
}

// sentence is a text with a capital letter and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

func newKnob(q *param.Param) knob {
	k := knob{param: q, span: ui.Range{
		Min: q.Min, Max: q.Max, Low: q.Low, High: q.High, Log: q.Log, Default: q.Default, Unit: q.Unit,
		Whole: q.Kind == param.Int,
		Unset: unsetText(q), Start: q.Start, NoDefault: true,
	}}
	// the key itself is the hidden part of the label, so that labels may repeat
	k.label, k.menu = q.Label+"##"+q.Key, "##menu "+q.Key
	k.value = q.Value()
	k.setting = q.Field != ""
	unit := ""
	if q.Unit != "" {
		unit = " " + q.Unit
	}
	if q.Unset != "" {
		unit = ""
	}
	k.tip = sentence(q.Text) + "\n" + q.Key + ": " + q.Range() + "\nRight click: back to " + q.Format(q.Default) +
		unit + ", or sweep it"
	k.was = "Back to " + q.Format(q.Default) + unit
	if q.Restart {
		k.tip += "\nTakes effect when the scene is restarted."
	} else {
		k.tip += "\nTakes effect at once."
	}
	return k
}
