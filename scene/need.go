package scene

import (
	"bytes"
	"path"
	"strings"

	"tumble/internal/memory"
)

// costs are how many bytes of memory a byte of a file takes at most while it is read, measured with the largest files
// of each kind: a mesh of a moving body is cut into convex parts.
var costs = map[string]int64{
	".stl": 32, ".obj": 16, ".ply": 16, ".dae": 16, ".glb": 7, ".bin": 7, ".gltf": 7, ".urdf": 7, ".sdf": 7,
	".world": 7, ".xml": 7, ".mjcf": 7,
	".usda": 10, ".usd": 10, ".usdz": 10,
}

// otherCost is that of files of other kinds: pictures, whose pixels are counted where they are read, and parts of
// models.
const otherCost = 2

// parts are the things that take memory besides the text itself, by its mark in a format (bytes each): elements,
// objects and prims of which each may become a body, and values.
var parts = map[string][]struct {
	mark string
	cost int64
}{
	".gltf": {{",", 110}, {"{", 1500}},
	".urdf": {{"<", 2200}}, ".sdf": {{"<", 2200}}, ".world": {{"<", 2200}}, ".xml": {{"<", 2200}},
	".mjcf": {{"<", 2200}},
	".usda": {{"def ", 9500}}, ".usd": {{"def ", 9500}},
}

func endingOf(name string) string { return strings.ToLower(path.Ext(name)) }

// checkFile refuses a file for whose size (bytes) there is too little memory, before it is read.
func checkFile(name string, size int64) error {
	cost, ok := costs[endingOf(name)]
	if !ok {
		cost = otherCost
	}
	return memory.Check(cost * size)
}

// checkText refuses a scene file for whose contents there is too little memory.
func checkText(name string, data []byte) error {
	need := costs[endingOf(name)] * int64(len(data))
	for _, p := range parts[endingOf(name)] {
		need += p.cost * int64(bytes.Count(data, []byte(p.mark)))
	}
	return memory.Check(need)
}
