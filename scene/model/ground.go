package model

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// AddGround adds a floor at the lowest surface of the scene, or at its origin if that is lower, for files without one.
func (s *Model) AddGround(f *Faults) {
	if f.Failed() || s.hasPlane() {
		return
	}
	def := physics.DefaultBodyDef()
	def.Name = "ground"
	scene := s.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		f.Errorf("", "%v", err)
		return
	}
	defer run.World.Close()
	for _, b := range run.World.Bodies(nil) {
		def.Position.Y = vec.Min(def.Position.Y, b.Bounds().Min.Y)
	}
	plane := Shape{Geometry: physics.Plane{Normal: vec.AxisY}, Def: physics.DefaultShapeDef()}
	plane.Def.Filter.Category = ^uint64(0) // it carries what collides with some categories only, too
	s.Bodies = append(s.Bodies, Body{Def: def, Shapes: []Shape{plane}})
}

// hasPlane reports whether the scene has a floor without end.
func (s *Model) hasPlane() bool {
	for i := range s.Bodies {
		for k := range s.Bodies[i].Shapes {
			if _, ok := s.Bodies[i].Shapes[k].Geometry.(physics.Plane); ok {
				return true
			}
		}
	}
	return false
}
