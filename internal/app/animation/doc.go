// Package animation makes of a run what programs of others play: an animated glTF, and a page of HTML that plays it
// in a browser. [Take] follows the run; bodies are drawn with the meshes and materials that the window draws them
// with.
package animation
