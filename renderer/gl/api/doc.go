// Package api is the part of OpenGL 4.1 that is also in WebGL 2, under the same names on both, so that package gl is
// written once. In a program with cgo the functions call the binding of OpenGL; in WebAssembly they call the context of
// the page, which webgl.js hands over.
package api
