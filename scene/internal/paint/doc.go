// Package paint reads textures, and rounds the colours of a surface to those few that the renderer draws: a mesh of one
// colour each.
package paint
