package shaders

import (
	"fmt"
	"regexp"
	"strings"
)

// preambleES begins a shader of OpenGL ES 3.0.
const preambleES = `#version 300 es
#ifdef GL_ANGLE_clip_cull_distance
#extension GL_ANGLE_clip_cull_distance : enable
#endif
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp sampler2DArray;
precision highp sampler2DArrayShadow;
`

// evenly is a value between the stages that is interpolated on the screen.
var evenly = regexp.MustCompile(`noperspective (in|out) (\w+) (\w+);`)

// translateES says in OpenGL ES what it has no word for. A value that is interpolated on the screen, without
// perspective, is multiplied by w in the vertex shader; what arrives in the fragment shader is divided by the mean of
// 1/w, which gl_FragCoord.w has, so w falls out. No line is added, so that errors name the right one.
func translateES(text string) string {
	var names []string
	text = evenly.ReplaceAllStringFunc(text, func(s string) string {
		m := evenly.FindStringSubmatch(s)
		kind, name := m[2], m[3]
		if m[1] == "in" {
			return fmt.Sprintf("in %s %s_w;\n#define %s (%s_w * gl_FragCoord.w)\n", kind, name, name, name)
		}
		names = append(names, name)
		return fmt.Sprintf("out %s %s_w; %s %s;", kind, name, kind, name)
	})
	if len(names) == 0 {
		return text
	}
	text = strings.Replace(text, "void main()", "void place_all()", 1) + "void main() {\n\tplace_all();\n"
	for _, name := range names {
		text += fmt.Sprintf("\t%s_w = %s * gl_Position.w;\n", name, name)
	}
	return text + "}\n"
}
