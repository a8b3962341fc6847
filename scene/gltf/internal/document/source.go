package document

import (
	"fmt"
	"slices"
	"strings"

	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// Source is a file that a scene was read from, with the files beside it. The writer takes from it what
// the scene leaves out: textures, skins, lights, cameras, extras and all extensions without physics.
type Source struct {
	data  []byte
	files map[string][]byte
	// Nodes are all nodes of the file, Walked those of the scene, parents first.
	Nodes  []SourceNode
	Walked []int
	// Bodies are the nodes that became bodies. Scenery says that there was one for colliders that belong to none.
	Bodies  []int
	Scenery bool
	// Own is how many entries of an array are those of the file; the rest was written for the physics and is
	// written anew.
	Own map[string]int
	// Bytes of the first buffer that are those of the file, 0 for all.
	Bytes int
}

// SourceNode is where a node was when the file was read.
type SourceNode struct {
	Local, World affine.Space
	Parent       int // −1 for roots
}

// Written are the arrays that the writer appends to.
var Written = []string{"accessors", "bufferViews", "buffers", "cameras", "materials", "meshes", "nodes"}

// plainMembers are the members of a document that come from the writer.
var plainMembers = append([]string{"asset", "extensions", "extensionsRequired", "extensionsUsed", "scene", "scenes"},
	Written...)

// recorded keeps the files that are read.
func recorded(beside model.Beside, files map[string][]byte) model.Beside {
	if beside == nil {
		return nil
	}
	return func(name string) ([]byte, error) {
		if data, ok := files[name]; ok {
			return data, nil
		}
		data, err := beside(name)
		if err == nil {
			files[name] = data
		}
		return data, err
	}
}

// Source returns the file for the writer: nil where it has nothing that a scene leaves out, or where its
// buffers cannot be read, which is a warning.
func (d *Document) Source() *Source {
	s := &Source{data: d.data, files: d.files, Own: map[string]int{}}
	s.count(d.Root)
	if d.plain(s) {
		return nil
	}
	for i := range d.buffers {
		if _, err := d.Buffer(i); err != nil {
			d.Faults.Warnf(fmt.Sprintf("/buffers/%d", i),
				"%v: a saved scene has the bodies only, without textures, cameras and the like", err)
			return nil
		}
	}
	for _, image := range d.GLTF.Images {
		// what cannot be read is left to whoever reads the saved file
		if name, err := localName(image.URI); err == nil && d.files[name] == nil && d.beside != nil {
			_, _ = d.Load(image.URI)
		}
	}
	return s
}

// count finds how many entries of the arrays are those of the file.
func (s *Source) count(root jsonvalue.Value) {
	written := root.Path("extensions", extension.Own, "written")
	ours := root.Path("asset", "generator").Data == "Tumble"
	if written.IsObject() {
		ours = true
		for _, name := range Written {
			// somebody who added or removed entries moved the indices
			ours = ours && written.At(name).Element(1).Integer(0, 0, 1<<30) == len(root.At(name).List())
		}
	}
	for _, name := range Written {
		length := len(root.At(name).List())
		s.Own[name] = length
		if ours {
			s.Own[name] = written.At(name).Element(0).Integer(0, 0, length)
		}
	}
	if ours {
		s.Bytes = written.At("bytes").Integer(0, 0, MaxFile)
	}
}

// plain reports whether a document has only members that come from the writer.
func (d *Document) plain(s *Source) bool {
	for _, name := range Written {
		if s.Own[name] > 0 {
			return false
		}
	}
	members, _ := d.Root.Data.(map[string]any)
	for name := range members {
		if !slices.Contains(plainMembers, name) {
			return false
		}
	}
	extensions, _ := members["extensions"].(map[string]any)
	for name := range extensions {
		if !OfPhysics(name) {
			return false
		}
	}
	return len(d.GLTF.Scenes) <= 1
}

// Open opens the file again.
func (s *Source) Open() (*Document, error) {
	f := &model.Faults{}
	d := Open(s.data, func(name string) ([]byte, error) {
		if data, ok := s.files[name]; ok {
			return data, nil
		}
		return nil, fmt.Errorf("%s was not read", name)
	}, f)
	return d, f.Err()
}

// IsFile reports whether a URI names a file beside the scene.
func IsFile(uri string) bool { return uri != "" && !strings.HasPrefix(uri, "data:") }

// OfPhysics reports whether an extension is one that physics is read from.
func OfPhysics(name string) bool {
	switch name {
	case extension.Shapes, extension.Bodies, extension.Own, "MSFT_collision_primitives", "MSFT_rigid_bodies",
		"OMI_physics_shape",
		"OMI_physics_body", "OMI_physics_joint", "OMI_collider", "OMI_physics_gravity":
		return true
	}
	return false
}
