package session

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// spawn puts something of a kind somewhere, at rest; size is the radius of a ball around a single body (m).
func (s *Session) spawn(kind SpawnKind, at vec.Vec3, size float32) error {
	w := s.World()
	if x := s.log.current; x != nil {
		x.what, x.name = "drop", kind.String()
	}
	switch kind {
	case SpawnRagdoll:
		def := rigs.DefaultRagdollDef()
		def.Pose.P = at.Sub(vec.V3(0, 0.9, 0))
		r, err := rigs.NewRagdoll(w, def)
		if err == nil {
			s.spawned.bodies = append(s.spawned.bodies, r.Bodies[:]...)
		}
		return err
	case SpawnCar:
		def := rigs.DefaultVehicleDef()
		def.Pose.P = at
		v, err := rigs.NewVehicle(w, def)
		if err == nil {
			s.spawned.bodies = append(append(s.spawned.bodies, v.Chassis), v.Wheels...)
		}
		return err
	case SpawnStack:
		h := float32(size * 0.577)
		for i := range 5 {
			if err := s.spawned.spawn(w, SpawnBox, at.Add(vec.V3(0, float32(2*h*float32(i)), 0)), size); err != nil {
				return err
			}
		}
		return nil
	case SpawnChain:
		return s.spawnChain(at, size)
	}
	return s.spawned.spawn(w, kind, at, size)
}

// chainLinks is how many links a chain has.
const chainLinks = 10

// spawnChain makes links that hang from the world at a point.
func (s *Session) spawnChain(at vec.Vec3, size float32) error {
	w := s.World()
	radius, half := float32(size*0.15), float32(size*0.4)
	var above physics.Body
	for i := range chainLinks {
		def := physics.DefaultBodyDef()
		def.Name, def.Position = fmt.Sprintf("link %d", i+1), at.Sub(vec.V3(0, float32(2*half*float32(i))+half, 0))
		link := physics.Capsule{A: vec.V3(0, -half+radius, 0), B: vec.V3(0, half-radius, 0), Radius: radius}
		if err := s.spawned.make(w, []physics.Geometry{link}, spawnDensity, def); err != nil {
			return err
		}
		b := s.spawned.bodies[len(s.spawned.bodies)-1]
		joint := physics.DefaultBallJointDef()
		joint.ConnectAxis(above, b, def.Position.Add(vec.V3(0, half, 0)), vec.AxisY)
		if _, err := w.CreateBallJoint(joint); err != nil {
			return err
		}
		above = b
	}
	return nil
}
