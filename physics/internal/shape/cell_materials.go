package shape

import "fmt"

// CellMaterials joins the surfaces and holes of a height field to the slots of its cells; either may be empty.
func CellMaterials(surfaces []uint16, holes []bool) ([]uint16, error) {
	if len(surfaces) > 0 && len(holes) > 0 && len(surfaces) != len(holes) {
		return nil, fmt.Errorf("height field: %d surfaces and %d holes", len(surfaces), len(holes))
	}
	materials := make([]uint16, max(len(surfaces), len(holes)))
	for i, number := range surfaces {
		if number == HoleMaterial {
			return nil, fmt.Errorf("height field: surface %d of cell %d: must be below %d", number, i, HoleMaterial)
		}
		materials[i] = number
	}
	for i, hole := range holes {
		if hole {
			materials[i] = HoleMaterial
		}
	}
	return materials, nil
}

// SurfacesAndHoles is the inverse of CellMaterials; a hole has surface 0.
func SurfacesAndHoles(materials []uint16) (surfaces []uint16, holes []bool) {
	if len(materials) == 0 {
		return nil, nil
	}
	surfaces, holes = make([]uint16, len(materials)), make([]bool, len(materials))
	for i, m := range materials {
		if holes[i] = m == HoleMaterial; !holes[i] {
			surfaces[i] = m
		}
	}
	return surfaces, holes
}
