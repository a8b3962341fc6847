package main

// windowless says why a build cannot draw, and how to get one that can. Go leaves the window out without a word where
// it finds no C compiler.
const windowless = "THIS BUILD HAS NO WINDOW and draws no pictures: it was built without cgo (CGO_ENABLED=0, or no C compiler was found).\n" +
	"  Build it with one: \"make build\" names the packages that are missing.\n" +
	"  sim, bench, replay, lab and validate work in this build."
