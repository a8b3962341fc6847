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
	tip   string
	span  ui.Range
	// value is shown by the control; waiting is set from tick until the world has to have it
	value   float64
	waiting bool
	tick    uint64
	// setting is set for parameters of the world, which all change together
	setting bool
}

// spans are the parts of wide ranges in which values are usually looked for. What lies
// beyond can be typed.
var spans = map[string]ui.Range{
	"gravity.x": {Low: -20, High: 20}, "gravity.y": {Low: -30, High: 10}, "gravity.z": {Low: -20, High: 20},
	"substeps":      {Low: 1, High: 16},
	"contact.hertz": {Low: 1, High: 240, Log: true}, "contact.damping": {Low: 0.1, High: 100, Log: true},
	"contact.pushout": {Low: 0.1, High: 100, Log: true}, "contact.speculative": {Low: 0, High: 0.2},
	"joint.hertz": {Low: 1, High: 480, Log: true}, "joint.damping": {Low: 0.1, High: 20, Log: true},
	"restitution.speed": {Low: 0, High: 10}, "hit.speed": {Low: 0, High: 10},
	"speed.linear": {Low: 1, High: 10000, Log: true}, "speed.rotation": {Low: 0.01, High: 3.1415927},
	"sleep.speed": {Low: 0, High: 1}, "sleep.time": {Low: 0, High: 5},
	"material.friction": {Low: 0, High: 2}, "material.rolling": {Low: 0, High: 1},
	"material.density": {Low: 10, High: 20000, Log: true},
	"loop.hz":          {Low: 15, High: 480}, "loop.speed": {Low: 0.01, High: 10, Log: true},
	"loop.workers": {Low: 1, High: 16},
}

func newKnob(q *param.Param) knob {
	k := knob{param: q, span: ui.Range{Min: q.Min, Max: q.Max, Default: q.Default, Unit: q.Unit, Whole: q.Kind == param.Int}}
	if s, ok := spans[q.Key]; ok {
		k.span.Low, k.span.High, k.span.Log = s.Low, s.High, s.Log
	}
	k.label = knobLabel(q.Key)
	k.value = q.Value()
	word, _, _ := strings.Cut(q.Key, ".")
	k.setting = word != "loop" && word != "material" && word != "scene"
	unit := ""
	if q.Unit != "" {
		unit = " " + q.Unit
	}
	k.tip = q.Text + "\n" + q.Key + ": " + q.Range() + "\nRight click: default, " + q.Format(q.Default) + unit
	if q.Restart {
		k.tip += "\nTakes effect when the scene is restarted."
	}
	return k
}

// knobLabels are the labels of parameters whose key alone says too little.
var knobLabels = map[string]string{
	"substeps": "Sub-steps", "warmstart": "Warm starting", "continuous": "Continuous collision",
	"sleep": "Sleeping", "sleep.speed": "Speed limit", "sleep.time": "Time at rest",
	"restitution.speed": "Slowest bounce", "hit.speed": "Slowest hit",
	"loop.hz": "Steps per second", "loop.speed": "Speed of time",
	"contact.hertz": "Stiffness", "contact.damping": "Damping ratio", "contact.pushout": "Push-out speed",
	"contact.speculative": "Speculative gap", "joint.hertz": "Stiffness", "joint.damping": "Damping ratio",
	"recycle.distance": "Reuse distance", "recycle.angle": "Reuse angle",
	"speed.linear": "Largest speed", "speed.rotation": "Largest turn", "material.rolling": "Rolling resistance",
}

// knobLabel makes a label; the key itself is the hidden part, so that labels may repeat.
func knobLabel(key string) string {
	text, ok := knobLabels[key]
	if !ok {
		text = key
		if word, rest, cut := strings.Cut(key, "."); cut && word != "gravity" {
			text = rest
		}
		text = strings.ReplaceAll(strings.ReplaceAll(text, "_", " "), ".", " ")
		text = strings.ToUpper(text[:1]) + text[1:]
	}
	return text + "##" + key
}
