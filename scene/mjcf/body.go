package mjcf

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

const maxDepth = 100

// world reads the bodies and what is fixed in the world.
func (r *reader) world(w *xmlscene.Element) {
	at := vec.Transform{Q: xmlscene.Upright()}
	o := owner{name: "world", body: -1, at: at}
	r.readSites(w, o)
	r.readGeoms(w, o)
	for _, b := range w.All("body") {
		r.body(b, o, at, 0)
	}
}

// body reads a body below another. outer is the body element around it; frame is the pose of that in
// the world.
func (r *reader) body(e *xmlscene.Element, outer owner, frame vec.Transform, depth int) {
	if depth > maxDepth {
		e.Errorf("is nested too deep")
		return
	}
	if c, ok := r.frameClass[e]; ok {
		outer.class = c
	}
	own := r.pose(e)
	at := frame.Mul(own)
	o := owner{name: e.Text("name", ""), parent: outer.name, body: outer.body, at: outer.at.Mul(own),
		class: e.Text("childclass", outer.class)}
	joints := e.All("joint")
	free := e.First("freejoint") != nil
	for _, j := range joints {
		r.inherit(j, o.class)
		free = free || j.Text("type", "hinge") == "free"
	}
	mocap := outer.body < 0 && !free && len(joints) == 0 && e.Flag("mocap", false)
	if mocap {
		o.body, o.at = r.addBody(e, at), vec.TransformIdentity
		r.scene.Bodies[o.body].Def.Type = physics.Kinematic
	}
	if free || len(joints) > 0 {
		inParent := o.at
		o.body, o.at = r.addBody(e, at), vec.TransformIdentity
		c := coordinate{body: o.body, parent: outer.body, inParent: inParent}
		if free {
			r.note(nil, c)
		} else {
			r.note(joints, c)
			r.connect(e, joints, outer.body, o.body, inParent)
		}
	}
	o.jointed = free || len(joints) > 0
	r.readSites(e, o)
	first := len(r.scene.Bodies)
	masses := r.readGeoms(e, o)
	if o.body >= 0 {
		r.addMass(e, o, masses)
		r.compensate(e, o.body)
	}
	if o.name != "" {
		r.bodies[o.name] = attachment{o.body, o.at, o.jointed}
		if !mocap && !o.jointed {
			// it moves with another one
			r.scene.Sites = append(r.scene.Sites, model.Site{Name: o.name, Body: o.body, Local: o.at})
		}
	}
	for _, b := range e.All("body") {
		r.body(b, o, at, depth+1)
	}
	if o.name != "" {
		r.subtrees[o.name] = r.movingFrom(first, o)
	}
}

// movingFrom are the bodies of the scene that a body element and those below it became; first is the next after its
// own.
func (r *reader) movingFrom(first int, o owner) []int {
	var list []int
	if o.jointed {
		list = append(list, o.body)
	}
	for i := first; i < len(r.scene.Bodies); i++ {
		if i != r.fixed {
			list = append(list, i)
		}
	}
	return list
}

func (r *reader) addBody(e *xmlscene.Element, at vec.Transform) int {
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = physics.Dynamic, at.P, at.Q.Norm(), e.Text("name", "")
	if len(r.scene.Bodies) >= model.MaxBodies {
		e.Errorf("there are more than %d bodies", model.MaxBodies)
	}
	return r.append(model.Body{Def: def})
}

// compensate reads the share of its weight that a body does not feel.
func (r *reader) compensate(e *xmlscene.Element, body int) {
	if !e.Has("gravcomp") {
		return
	}
	share := e.Number("gravcomp", 0)
	if len(r.parts[body]) > 1 {
		e.Warnf("gravcomp=%g counts for all that moves with the body", share)
	}
	r.scene.Bodies[body].Def.GravityScale = 1 - share
}

// readSites notes where sites are, for constraints that name them.
func (r *reader) readSites(e *xmlscene.Element, o owner) {
	for _, s := range e.All("site") {
		r.inherit(s, o.class)
		name := s.Text("name", "")
		for _, a := range []string{"rgba", "group", "material", "fromto", "class"} {
			s.Text(a, "") // a site is only a place and a zone
		}
		at := attachment{o.body, o.at.Mul(r.pose(s)), o.jointed}
		r.sites[name], r.zones[name] = at, zone(s)
		if name != "" {
			r.scene.Sites = append(r.scene.Sites, model.Site{Name: name, Body: at.body, Local: at.local})
		}
	}
}

// zone is the volume of a site.
func zone(s *xmlscene.Element) scenes.Zone {
	size := [3]float32{0.005, 0.005, 0.005}
	s.Numbers("size", size[:])
	kinds := map[string]scenes.ZoneShape{"capsule": scenes.ZoneCapsule, "ellipsoid": scenes.ZoneEllipsoid,
		"cylinder": scenes.ZoneCylinder, "box": scenes.ZoneBox}
	return scenes.Zone{Shape: kinds[s.Text("type", "sphere")], Size: vec.V3(size[0], size[1], size[2])}
}
