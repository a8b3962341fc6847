// Package api is the part of OpenGL 4.1 that is also in WebGL 2, with the same names on both: package gl is written
// once against it. In a program with cgo its functions are those of the binding; as WebAssembly they are those of the
// context of the page, given by webgl.js.
package api
