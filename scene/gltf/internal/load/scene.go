package load

import (
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/trimesh"
	"tumble/scene/model"
)

// Scene reads a scene. name is the name of the scene; resources reads other files that it refers
// to and may be nil. The scene is of use only if no errors were added to the faults.
func Scene(data []byte, name string, resources model.Beside, f *model.Faults) *model.Model {
	scene := model.New(name)
	file := document.Open(data, resources, f)
	if f.Failed() {
		return scene
	}
	m := &reading{scene: scene, jointOf: map[int]int{}, scenery: -1}
	var systems *filters
	all, triangles := trimesh.NewMeshes(file), &trimesh.Budget{}
	for _, step := range []func(){
		func() { readSettings(file, scene) },
		func() { m.tree = readTree(file) },
		func() { systems = readFilters(file) },
		func() { readBodies(m) },
		func() { readShapes(m, all, systems, triangles) },
		func() { readJoints(m) },
		func() { readNamed(m) },
		func() { readDrawings(m, all, triangles) },
		func() { m.readCamera() },
		func() { m.nameForces() },
		func() { keepSource(m) },
	} {
		if step(); f.Failed() {
			return scene
		}
	}
	return scene
}
