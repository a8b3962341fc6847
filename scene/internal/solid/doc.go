// Package solid makes triangle meshes of collision geometry, to draw it and to write it where only
// meshes are known.
package solid
