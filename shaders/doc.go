// Package shaders holds the GLSL 4.10 sources of the renderer and puts programs together
// from them: a file may include others, and names may be defined from outside, so that
// one source serves several quality levels.
//
//	lib := shaders.Embedded()
//	src, err := lib.Load("lit.frag", shaders.Define{Name: "CASCADES", Value: "3"})
//
// Every included piece carries its file number in a #line directive, and
// [Source.Explain] turns a driver's message back into "lit.frag:12: …", whatever the
// driver's own way of writing positions.
package shaders
