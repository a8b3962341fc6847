package usd

import (
	"slices"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linkshape"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// build adds all bodies to the scene.
func (r *reader) build() {
	for _, b := range r.bodies {
		if r.f.Failed() {
			return
		}
		b.index = len(r.scene.Bodies)
		def := physics.DefaultBodyDef()
		def.Type, def.Position, def.Rotation = b.kind, b.frame.P, b.frame.Q
		def.Name = shortened(b.name)
		def.Awake = !b.asleep
		b.tune(&def)
		out := model.Body{Def: def, Linear: b.linear, Angular: b.angular, Copies: b.copies}
		r.densities(b)
		for _, c := range b.colliders {
			r.shapes(c, &out)
		}
		if len(out.Shapes) > model.MaxShapes {
			b.prim.Errorf("more than %d shapes", model.MaxShapes)
			return
		}
		if b.kind == physics.Dynamic {
			r.setMass(b, &out)
		}
		r.switchOff(b, &out)
		r.draw(b, &out)
		r.scene.Bodies = append(r.scene.Bodies, out)
	}
}

// tune reads the settings of PhysX for a body.
func (b *body) tune(def *physics.BodyDef) {
	if b.kind != physics.Dynamic {
		return
	}
	def.LinearDamping = vec.Clamp(float32(b.prim.Number("physxRigidBody:linearDamping", 0)), 0, maxDamping)
	def.AngularDamping = vec.Clamp(float32(b.prim.Number("physxRigidBody:angularDamping", 0)), 0, maxDamping)
	if b.prim.Flag("physxRigidBody:disableGravity", false) {
		def.GravityScale = 0
	}
}

// maxDamping (1/s) is far more than stops a body within a step.
const maxDamping = 1e3

// shortened is the end of a name that is longer than those of bodies may be.
func shortened(name string) string {
	if len(name) <= physics.MaxName {
		return name
	}
	const mark = "…"
	end := name[len(name)-physics.MaxName+len(mark):]
	for len(end) > 0 && end[0]&0xc0 == 0x80 {
		end = end[1:]
	}
	return mark + end
}

// switchOff takes the shapes of colliders away that are switched off: they have given the body their mass.
func (r *reader) switchOff(b *body, out *model.Body) {
	for i := len(b.colliders) - 1; i >= 0; i-- {
		c := b.colliders[i]
		if c.enabled {
			for k := range c.count {
				r.filter(c, &out.Shapes[c.first+k].Def.Filter)
			}
			continue
		}
		out.Shapes = slices.Delete(out.Shapes, c.first, c.first+c.count)
		for _, after := range b.colliders[i+1:] {
			after.first -= c.count
		}
	}
}

// drawnKey names a surface to draw: of a prim, with the map into its body without its place.
type drawnKey struct {
	prim  *usdstage.Prim
	shape [9]float32
}

// drawnMesh is a surface to draw, shared by all that look alike.
type drawnMesh struct {
	mesh *scenes.DrawMesh
	err  error
}

// draw adds the drawings of a body. One whose prims are all colliders without colours is drawn as its shapes.
func (r *reader) draw(b *body, out *model.Body) {
	if !slices.ContainsFunc(b.visuals, func(v visual) bool { return !v.plain }) {
		return
	}
	for i := range b.visuals {
		v := &b.visuals[i]
		d := r.surface(v)
		if d.err != nil {
			v.prim.Ignoref("%v: it is not drawn", d.err)
			continue
		}
		local := vec.Transform{P: v.rel.at.single(), Q: vec.QuatIdentity}
		out.Drawings = append(out.Drawings, model.Drawing{Local: local, Mesh: d.mesh, Color: v.color, Roughness: 0.6})
	}
}

// surface returns the mesh of a visual about the place of its prim.
func (r *reader) surface(v *visual) *drawnMesh {
	shape := v.rel
	shape.at = vector{}
	key := drawnKey{v.prim, shape.key()}
	d := r.drawn[key]
	if d != nil {
		return d
	}
	d = &drawnMesh{}
	r.drawn[key] = d
	mesh := &scenes.DrawMesh{Label: v.prim.Name}
	if v.prim.Type == "Mesh" {
		m := r.meshOf(v.prim)
		if d.err = m.err; d.err == nil && r.spend(m, v.prim) {
			mesh.Points, mesh.Indices = m.moved(&shape)
		}
		d.mesh = mesh
		return d
	}
	g, err := implicit(v.prim, &shape)
	if err != nil {
		d.err = err
		return d
	}
	drawn, rotation, err := linkshape.SolidDrawing(g, v.prim.Name)
	if err != nil {
		d.err = err
		return d
	}
	rotated := vec.Transform{Q: rotation}
	switch s := g.(type) {
	case physics.Box:
		rotated.Q = s.Rotation
	case physics.Hull, physics.Sphere:
		rotated.Q = vec.QuatIdentity
	case physics.Capsule:
		rotated.Q = xmlscene.Align(vec.AxisY, s.B.Sub(s.A))
	case physics.TaperedCapsule:
		rotated.Q = xmlscene.Align(vec.AxisY, s.B.Sub(s.A))
	case physics.Cylinder:
		rotated.Q = xmlscene.Align(vec.AxisY, s.B.Sub(s.A))
	case physics.Cone:
		rotated.Q = xmlscene.Align(vec.AxisY, s.Apex.Sub(s.Base))
	}
	for i := range drawn.Points {
		drawn.Points[i] = rotated.Apply(drawn.Points[i])
	}
	d.mesh = drawn
	return d
}
