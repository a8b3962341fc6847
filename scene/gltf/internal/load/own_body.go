package load

import (
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// readOwnBody reads the extension of a node that is a body.
func readOwnBody(v jsonvalue.Value, b *model.Body) {
	if !v.IsObject() {
		return
	}
	v.Only("linearDamping", "angularDamping", "ccd", "allowSleep", "sleepSpeed", "sleeping", "disabled", "lockAxes",
		"linearVelocity",
		"angularVelocity", "inertia", "shapeMass", "static", "copies", "order", "tag", "at", "world", "scenery",
		"centerOfMass")
	b.Def.LinearDamping = v.At("linearDamping").Single(0, 0, 1e4)
	b.Def.AngularDamping = v.At("angularDamping").Single(0, 0, 1e4)
	b.Def.Bullet = v.At("ccd").Flag(false)
	b.Def.AllowSleep = v.At("allowSleep").Flag(true)
	b.Def.SleepSpeed = v.At("sleepSpeed").Single(-1, 0, 1e6)
	b.Def.Awake = !v.At("sleeping").Flag(false)
	b.Def.Enabled = !v.At("disabled").Flag(false)
	for _, e := range v.At("lockAxes").List() {
		name := e.Text("")
		known := false
		for bit, n := range extension.Locks {
			if n == name {
				b.Def.Locks |= 1 << bit
				known = true
			}
		}
		if !known {
			e.Errorf("%q: must be one of %v", name, extension.Locks)
		}
	}
	b.Order = orderOf(v)
	b.Def.UserTag = v.Bits("tag", 0)
	if x := v.At("inertia"); !x.Missing() {
		var m [6]float32
		if x.Singles(m[:], 1e24) {
			b.Mass.Inertia = &vec.Mat3{XX: m[0], YY: m[1], ZZ: m[2], XY: m[3], YX: m[3], XZ: m[4], ZX: m[4], YZ: m[5],
				ZY: m[5]}
		}
	}
}
