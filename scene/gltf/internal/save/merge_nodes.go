package save

import (
	"encoding/json"
	"slices"

	"tumble/scene/gltf/internal/document"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// mergeNodes gives the nodes of the file the physics that was written for them, and moves them. mine are all
// nodes that were written.
func (e *encoder) mergeNodes(mine []any) {
	o := e.source
	nodes := array(o.root, "nodes")
	o.hideRemoved(nodes)
	for i := range o.Own["nodes"] {
		n, written := nodes[i].(jsonvalue.Object), mine[i].(jsonvalue.Object)
		ext, _ := n["extensions"].(jsonvalue.Object)
		for name := range ext {
			if document.OfPhysics(name) && name != gravity {
				delete(ext, name)
			}
		}
		if more, ok := written["extensions"].(jsonvalue.Object); ok {
			if ext == nil {
				ext = jsonvalue.Object{}
				n["extensions"] = ext
			}
			for name, x := range more {
				ext[name] = x
			}
		}
		if n["extensions"] != nil && len(ext) == 0 {
			delete(n, "extensions")
		}
		list := o.kept(o.file.GLTF.Nodes[i].Children)
		for _, k := range array(written, "children") {
			list = append(list, integer(k))
		}
		if n["children"] = list; len(list) == 0 {
			delete(n, "children")
		}
		if o.showsShape(n) {
			delete(n, "mesh")
		}
		if !o.live[i] {
			continue
		}
		if name, _ := written["name"].(string); name != "" {
			n["name"] = name
		}
		if o.moved[i] {
			o.setPose(i, n)
		}
	}
}

// setPose writes where a node is now, in its parent.
func (o *original) setPose(i int, n jsonvalue.Object) {
	p := o.poses[i]
	local := o.Nodes[i].Local
	if o.hoisted[i] || o.Nodes[i].Parent < 0 {
		local.P, local.Q, local.S = p.P, p.Q, p.S
	} else {
		outer := o.poses[o.Nodes[i].Parent]
		local.P, local.Q = outer.Inside(p.P, p.Q)
	}
	_, straight := local.Scale()
	if _, ok := n["matrix"]; ok || o.hoisted[i] && !straight {
		for _, name := range []string{"translation", "rotation", "scale"} {
			delete(n, name)
		}
		n["matrix"] = local.Matrix()
		return
	}
	n["translation"], n["rotation"] = local.P, local.Q
	if o.hoisted[i] {
		n["scale"] = []float64{local.S[0][0], local.S[1][1], local.S[2][2]}
	}
}

// hideRemoved takes the drawings from the nodes of removed bodies that stay in the scene, because a bone or
// another body is below them.
func (o *original) hideRemoved(nodes []any) {
	none, here, hidden := byte(0), byte(1), byte(2)
	state := make([]byte, len(o.Nodes)) // of the body that a node belongs to
	for _, i := range o.Walked {
		if i >= o.Own["nodes"] {
			continue
		}
		if p := o.Nodes[i].Parent; p >= 0 {
			state[i] = state[p]
		}
		switch {
		case o.live[i]:
			state[i] = here
		case o.removed[i]:
			state[i] = hidden
		}
		if state[i] == hidden {
			hide(nodes[i].(jsonvalue.Object))
		} else if state[i] == none && o.bare {
			delete(nodes[i].(jsonvalue.Object), "mesh")
			delete(nodes[i].(jsonvalue.Object), "skin")
		}
	}
}

// hide leaves a node nothing that is drawn or shines.
func hide(n jsonvalue.Object) {
	for _, name := range []string{"mesh", "skin", "weights", "camera"} {
		delete(n, name)
	}
	if ext, ok := n["extensions"].(jsonvalue.Object); ok {
		delete(ext, "KHR_lights_punctual")
		delete(ext, extension.Instances)
	}
}

// showsShape reports whether the mesh of a node was written to show a shape; there is a new one.
func (o *original) showsShape(n jsonvalue.Object) bool {
	meshes := array(o.root, "meshes")
	if n["mesh"] == nil {
		return false
	}
	k := integer(n["mesh"])
	if k < 0 || k >= len(meshes) {
		return false
	}
	shows, _ := at(meshes[k], "extensions", extension.Own, "showsShape").(bool)
	return shows
}

// mergeScenes adds the roots that were written to the scene of the file.
func (o *original) mergeScenes(mine jsonvalue.Object) {
	roots := array(array(mine, "scenes")[0].(jsonvalue.Object), "nodes")
	scenes := array(o.root, "scenes")
	if len(scenes) == 0 {
		list := make([]any, 0, len(o.Nodes))
		for _, i := range o.Walked {
			if o.Nodes[i].Parent < 0 && i < o.Own["nodes"] {
				list = append(list, i)
			}
		}
		scenes = []any{jsonvalue.Object{"nodes": list}}
		o.root["scene"] = 0
	}
	active := integer(o.root["scene"])
	for i, s := range scenes {
		scene := s.(jsonvalue.Object)
		list := []int{}
		for _, k := range array(scene, "nodes") {
			if x := integer(k); x < o.Own["nodes"] && !(i == active && o.gone[x]) {
				list = append(list, x)
			}
		}
		if i == active {
			for k, hoisted := range o.hoisted {
				if hoisted {
					list = append(list, k)
				}
			}
			for _, k := range roots {
				list = append(list, integer(k))
			}
		}
		if scene["nodes"] = list; len(list) == 0 {
			delete(scene, "nodes")
		}
	}
	o.root["scenes"] = scenes
}

// prune leaves out the lists of a document that are empty, which a file may not have.
func prune(root jsonvalue.Object) {
	for name, x := range root {
		switch list := x.(type) {
		case []any:
			if len(list) == 0 {
				delete(root, name)
			}
		case []string:
			if len(list) == 0 {
				delete(root, name)
			}
		}
	}
}

// array is a member that is a list, empty for others.
func array(o jsonvalue.Object, name string) []any {
	list, _ := o[name].([]any)
	return list
}

// tail is a list from an index on.
func tail(o jsonvalue.Object, name string, from int) []any {
	list := array(o, name)
	return list[min(from, len(list)):]
}

// at is a member of members.
func at(x any, names ...string) any {
	for _, name := range names {
		o, _ := x.(jsonvalue.Object)
		x = o[name]
	}
	return x
}

// integer is a whole number of a document that was checked, 0 for none.
func integer(x any) int {
	switch n := x.(type) {
	case int:
		return n
	case json.Number:
		f, _ := n.Float64()
		return int(f)
	}
	return 0
}

// texts is a list of strings.
func texts(x any) []string {
	list, _ := x.([]any)
	var out []string
	for _, e := range list {
		if s, ok := e.(string); ok && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}
