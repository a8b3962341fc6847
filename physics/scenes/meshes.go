package scenes

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// flatMesh is a square grid of n×n squares of a given size around the origin.
func flatMesh(n int, size float32) physics.MeshDef {
	return gridMesh(n, n, size, func(_, _ int) float32 { return 0 })
}

// gridMesh is a grid of columns×rows squares of a given size around the origin, with the height
// (m) of each corner.
func gridMesh(columns, rows int, size float32, height func(i, k int) float32) physics.MeshDef {
	var def physics.MeshDef
	for i := range columns + 1 {
		for k := range rows + 1 {
			def.Vertices = append(def.Vertices, vec.V3(centred(i, columns+1, size), height(i, k),
				centred(k, rows+1, size)))
		}
	}
	for i := range uint32(columns) {
		for k := range uint32(rows) {
			a := i*uint32(rows+1) + k
			b, c, d := a+1, a+uint32(rows)+1, a+uint32(rows)+2
			def.Indices = append(def.Indices, a, b, c, c, b, d)
		}
	}
	return def
}
