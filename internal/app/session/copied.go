package session

import (
	"fmt"
	"strings"

	"tumble/engine/param"
	"tumble/internal/app/userfile"
)

// CopyTOML is the changed parameters as a preset is written.
func CopyTOML(scene string, r *param.Registry) (string, error) {
	text, err := userfile.Encode(NewPreset(scene, r))
	return string(text), err
}

// CopyCommand is the command line that runs a scene with the changed parameters.
func CopyCommand(scene string, r *param.Registry) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "sandbox run %s", Quoted(scene))
	for _, p := range r.Changed() {
		fmt.Fprintf(b, " --set %s", Quoted(p.Key+"="+p.String()))
	}
	return b.String()
}

// Quoted is a word as a shell takes it.
func Quoted(word string) string {
	if strings.IndexFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("._-=/+:", r))
	}) < 0 && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// materialFields are the fields of a material in Go by the words of their keys.
var materialFields = map[string]string{
	"friction": "Friction", "restitution": "Restitution", "rolling_resistance": "RollingResistance",
}

// CopyGo is a function in Go that gives a world the changed parameters. Those that no world has are comments.
func CopyGo(r *param.Registry) string {
	settings, shapes, others := &strings.Builder{}, &strings.Builder{}, &strings.Builder{}
	for _, p := range r.Changed() {
		switch name, ok := strings.CutPrefix(p.Key, "material."); {
		case p.Field != "":
			fmt.Fprintf(settings, "\ts.%s = %s\n", p.Field, p)
		case ok:
			writeMaterial(shapes, name, p.String())
		default:
			fmt.Fprintf(others, "// %s=%s\n", p.Key, p)
		}
	}
	b := &strings.Builder{}
	if others.Len() > 0 {
		fmt.Fprintf(
			b, "// Parameters of the scene, of the loop and of single bodies and joints, not of a world:\n//\n%s//\n",
			strings.ReplaceAll(others.String(), "// ", "//\t"))
	}
	fmt.Fprintf(b, "// Tune gives a world the values that were tuned.\nfunc Tune(w *physics.World) error {\n")
	if shapes.Len() > 0 {
		fmt.Fprintf(b, "\tfor _, body := range w.Bodies(nil) {\n\t\tfor _, shape := range body.Shapes(nil) {\n"+
			"\t\t\tm, density := shape.Material(), shape.Density()\n%s"+
			"\t\t\tshape.SetMaterial(m)\n\t\t\tshape.SetDensity(density)\n\t\t}\n\t}\n", shapes)
	}
	fmt.Fprintf(b, "\ts := w.Settings()\n%s\treturn w.SetSettings(s)\n}\n", settings)
	return b.String()
}

// writeMaterial writes how a field of a material or the density is changed: set, or multiplied by a factor.
func writeMaterial(b *strings.Builder, name, value string) {
	name, scaled := strings.CutSuffix(name, "_scale")
	target := "density"
	if field, ok := materialFields[name]; ok {
		target = "m." + field
	}
	operator := "="
	if scaled {
		operator = "*="
	}
	fmt.Fprintf(b, "\t\t\t%s %s %s\n", target, operator, value)
}
