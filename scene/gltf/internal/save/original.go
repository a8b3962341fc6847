package save

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/qmuntal/gltf"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// original is the file that a scene was read from, while the scene is written into it. The members of the file
// keep their indices; members for the physics come after them.
type original struct {
	*document.Source
	file   *document.Document
	root   jsonvalue.Object
	asides bool // files beside the source are named, not copied
	binary bool

	live    []bool         // nodes that are bodies
	poses   []affine.Space // of all nodes in the world, as the bodies are now
	moved   []bool
	removed []bool // bodies that are no more
	hoisted []bool // from their parents to the scene
	gone    []bool // from the scene
	bare    bool   // the body of the scenery was removed
}

// openOriginal returns the file of a scene, nil for none.
func openOriginal(s *model.Model, asBinary, beside bool) (*original, error) {
	source, ok := s.Source.(*document.Source)
	if !ok {
		return nil, nil
	}
	file, err := source.Open()
	if err != nil {
		return nil, fmt.Errorf("gltfscene: the file that the scene came from: %w", err)
	}
	root, _ := file.Root.Data.(map[string]any)
	n := len(source.Nodes)
	o := &original{Source: source, file: file, root: root, asides: beside && !asBinary, binary: asBinary,
		live:  make([]bool, n),
		poses: make([]affine.Space, n), moved: make([]bool, n), removed: make([]bool, n), hoisted: make([]bool, n),
		gone: make([]bool, n), bare: source.Scenery}
	bodies := make(map[int]*model.Body)
	for i := range s.Bodies {
		if k := s.Bodies[i].Origin; k > 0 {
			bodies[k-1], o.live[k-1] = &s.Bodies[i], true
		} else if k == model.OfScenery {
			o.bare = false
		}
	}
	for _, i := range source.Bodies {
		o.removed[i] = !o.live[i]
	}
	for _, i := range source.Walked {
		o.move(i, bodies[i])
	}
	o.findGone()
	return o, nil
}

// move finds where a node is now.
func (o *original) move(i int, b *model.Body) {
	n := &o.Nodes[i]
	outer, moved := affine.Origin, false
	if n.Parent >= 0 {
		outer, moved = o.poses[n.Parent], o.moved[n.Parent]
	}
	o.poses[i], o.moved[i] = n.World, moved
	if moved {
		o.poses[i] = outer.Within(&n.Local)
	}
	if b == nil {
		return
	}
	pose := vec.Transform{P: b.Def.Position, Q: b.Def.Rotation.Unit()}
	if !moved && same(n.World.Transform(), pose) {
		return
	}
	o.moved[i] = true
	if _, ok := outer.Uniform(); !ok {
		// a parent that shears would draw it otherwise
		o.hoisted[i] = true
		o.poses[i].S = n.World.S
	}
	o.poses[i].P, o.poses[i].Q = affine.Wide(pose.P), affine.WideQuat(pose.Q)
}

// reserve keeps the indices of the file free in a document.
func (o *original) reserve(doc *gltf.Document) {
	doc.Nodes = reserved(o.Own["nodes"], func() *gltf.Node {
		return &gltf.Node{Rotation: gltf.DefaultRotation, Scale: gltf.DefaultScale, Matrix: gltf.DefaultMatrix}
	})
	doc.Meshes = reserved(o.Own["meshes"], func() *gltf.Mesh { return &gltf.Mesh{} })
	doc.Materials = reserved(o.Own["materials"], func() *gltf.Material { return &gltf.Material{} })
	doc.Accessors = reserved(o.Own["accessors"], func() *gltf.Accessor { return &gltf.Accessor{} })
	doc.BufferViews = reserved(o.Own["bufferViews"]+len(o.copied()),
		func() *gltf.BufferView { return &gltf.BufferView{} })
	doc.Cameras = reserved(o.Own["cameras"],
		func() *gltf.Camera { return &gltf.Camera{Perspective: &gltf.Perspective{}} })
}

func reserved[T any](n int, empty func() *T) []*T {
	list := make([]*T, n)
	for i := range list {
		list[i] = empty()
	}
	return list
}

// copied are the images of files beside the source that go into the buffer of a binary file.
func (o *original) copied() []int {
	var list []int
	for i, image := range o.file.GLTF.Images {
		if !o.binary || !document.IsFile(image.URI) {
			continue
		}
		if data, err := o.file.Load(image.URI); err == nil && !inURI(image.MimeType, data) {
			list = append(list, i)
		}
	}
	return list
}

// sourceBody begins a body that was a node of the file and returns where its shapes and frames go.
func (e *encoder) sourceBody(b *model.Body) (int, *gltf.Node) {
	i := b.Origin - 1
	n := e.doc.Nodes[i]
	q := b.Def.Rotation.Unit()
	own := jsonvalue.Object{"world": append(vector(b.Def.Position), rotation(q)...)}
	if c := b.Mass.Center; c != nil {
		own["centerOfMass"] = vector(*c)
	}
	n.Name = b.Def.Name
	extendOwn(n, own)
	o := e.source
	scaled := o.poses[i].S != affine.UnitMat3
	if p := o.Nodes[i].Parent; p >= 0 {
		scaled = scaled || o.poses[p].S != affine.UnitMat3
	}
	if !scaled {
		return i, n
	}
	// the file has shapes in metres: what scales the node is taken back for them
	h := nodeAt("", vec.TransformIdentity)
	size, _ := o.poses[i].Scale()
	for k := range size {
		if x := o.poses[i].S[k][k]; x < 0 {
			size[k] = -size[k]
		}
		if size[k] != 0 {
			// the last digits are those of rounding and change from save to save
			h.Scale[k], _ = strconv.ParseFloat(strconv.FormatFloat(1/size[k], 'g', 7, 64), 64)
		}
	}
	extendOwn(h, jsonvalue.Object{"metric": true})
	return e.node(i, h), n
}

// findGone finds the nodes that leave the scene with their bodies: those without another body or a bone
// of a skin below them.
func (o *original) findGone() {
	holds := o.bones()
	for _, i := range slices.Backward(o.Walked) {
		holds[i] = holds[i] || o.live[i]
		o.gone[i] = o.removed[i] && !holds[i] && i < o.Own["nodes"]
		if p := o.Nodes[i].Parent; p >= 0 && holds[i] {
			holds[p] = true
		}
	}
}

// bones are the nodes that skins are about.
func (o *original) bones() []bool {
	list := make([]bool, len(o.Nodes))
	for _, s := range o.file.GLTF.Skins {
		for _, j := range s.Joints {
			list[j] = true
		}
		if s.Skeleton != nil {
			list[*s.Skeleton] = true
		}
	}
	return list
}

// kept are the nodes of a list that are nodes of the file and stay there.
func (o *original) kept(list []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(k int) bool {
		return k >= o.Own["nodes"] || o.gone[k] ||
			o.hoisted[k]
	})
}
