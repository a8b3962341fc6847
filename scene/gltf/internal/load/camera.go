package load

import (
	"strconv"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
)

// viewAlong is the view of a camera at a point that looks along a direction. It orbits the point of
// its axis that is nearest to middle.
func viewAlong(eye, forward, middle vec.Vec3) scenes.View {
	distance := middle.Sub(eye).Dot(forward)
	if !(distance > 0.5) {
		distance = 5
	}
	yaw, pitch := extension.ViewAngles(forward)
	return scenes.View{Target: eye.MulAdd(distance, forward), Distance: distance, Yaw: yaw, Pitch: pitch}
}

// extent is the middle of the bodies and how far they reach from it; 0 for none.
func (d *reading) extent() (vec.Vec3, float32) {
	box := vec.EmptyAABB
	for i := range d.scene.Bodies {
		if b := &d.scene.Bodies[i]; len(b.Shapes) > 0 || len(b.Drawings) > 0 {
			box = box.Include(b.Def.Position)
		}
	}
	if !box.IsValid() {
		return vec.Vec3{}, 0
	}
	return box.Center(), vec.Max(box.Half().Len(), 1)
}

// middle is the most likely target of a camera: the middle of all moving bodies, or of all bodies.
func (d *reading) middle() vec.Vec3 {
	box := vec.EmptyAABB
	for i := range d.scene.Bodies {
		if b := &d.scene.Bodies[i]; b.Def.Type != physics.Static {
			box = box.Include(b.Def.Position)
		}
	}
	if box.IsValid() {
		return box.Center()
	}
	middle, _ := d.extent()
	return middle
}

// readCamera reads the cameras by the names of their nodes. The first one is the view of the scene, unless
// TUMBLE_physics has one.
func (d *reading) readCamera() {
	for _, i := range d.walked {
		node := d.GLTF.Nodes[i]
		if node.Camera == nil {
			continue
		}
		name := node.Name
		if name == "" {
			name = d.GLTF.Cameras[*node.Camera].Name
		}
		if name == "" {
			name = strconv.Itoa(len(d.scene.Views) + 1)
		}
		at := d.nodes[i].world.Transform()
		forward := at.Q.Rotate(vec.V3(0, 0, -1))
		d.scene.Views = append(d.scene.Views, scenes.NamedView{Name: name, View: viewAlong(at.P, forward, d.middle())})
	}
	if d.scene.View.Distance > 0 {
		return
	}
	if len(d.scene.Views) > 0 {
		d.scene.View = d.scene.Views[0].View
		return
	}
	if middle, radius := d.extent(); radius > 0 {
		d.scene.View.Target = middle
		d.scene.View.Distance, d.scene.View.Yaw, d.scene.View.Pitch = 2.6*radius+1, 30, 20
	}
}
