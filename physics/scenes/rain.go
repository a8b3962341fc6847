package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

const (
	rainCell   = 15
	rainHeight = 20
	// rainFigures fall together on each cell.
	rainFigures = 3
)

var rain = Scene{
	Name:     "rain",
	Intended: []string{"nothing-moves"},
	Category: "benchmarks",
	Text:     "figures rain on meshes: up to 300 of them, the oldest make room for new ones",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 110, Yaw: 30, Pitch: 30},
	Hertz:    60,
	Steps:    400,
	// joint by joint, as the reference does it
	World: func(def *physics.WorldDef) { def.Settings.DirectJoints = false },
	Params: []Param{
		{Key: "size", Min: 1, Max: 10, Default: 10, Whole: true, Text: "cells along each edge"},
	},
	Build: buildRain,
	Step: func(r *Run, step int) error {
		if step&0x2f != 0 {
			return nil
		}
		// steps with these bits clear come twice in 64: column after column, round and round
		drop := step / 64 * 2
		if step%64 != 0 {
			drop++
		}
		return rainColumn(r, drop%r.count("size"))
	},
	Check: func(r *Run) error {
		for _, b := range r.World.Bodies(nil) {
			if p := b.WorldCenter(); b.Type() == physics.Dynamic && p.Y < -1 {
				return fmt.Errorf("the %s of a figure fell through the ground to %v", b.Name(), p)
			}
		}
		return nil
	},
}

// buildRain lays out the cells: a flat grid of 8×8 squares and a torus, which lies half in it. The
// layout and the figures that fall on it are those of the rain benchmark of Box3D (Erin Catto, MIT
// licence), so that the times can be compared; see rigs.Ragdoll for the bones.
func buildRain(r *Run) {
	ground, err := physics.NewMesh(flatMesh(8, rainCell/8.0))
	if err != nil {
		r.fail(err)
		return
	}
	ring, err := physics.NewMesh(torusMesh(16, 16, 3.75, 1))
	if err != nil {
		r.fail(err)
		return
	}
	n := r.count("size")
	for i := range n {
		for k := range n {
			b := r.static(at(centred(i, n, rainCell), 0, centred(k, n, rainCell)), ground, material(0.6))
			r.attach(b, ring, material(0.6))
		}
	}
}

// rainColumn drops figures on the cells of a column and removes those that lie there. It knows
// them by their tag, so that nothing outside the world decides how the scene goes on.
func rainColumn(r *Run, column int) error {
	for _, b := range r.World.Bodies(nil) {
		if b.UserTag() == uint64(column)+1 {
			b.Destroy()
		}
	}
	n := r.count("size")
	for k := range n {
		for i := range rainFigures {
			def := rigs.DefaultRagdollDef()
			x := centred(column, n, rainCell) + float32(0.75*float32(i-1))
			def.Pose = at(x, rainHeight, centred(k, n, rainCell))
			def.Group = -1 - int32((column*n+k)*rainFigures+i)
			def.UserTag = uint64(column) + 1
			if _, err := rigs.NewRagdoll(r.World, def); err != nil {
				return err
			}
		}
	}
	return nil
}

// torusMesh is a torus around the y axis with rings sections of sides corners.
func torusMesh(rings, sides int, radius, tube float32) physics.MeshDef {
	var def physics.MeshDef
	for i := range rings {
		s, c := vec.SinCos(float32(2*vec.Pi) * float32(i) / float32(rings))
		for k := range sides {
			y, x := vec.SinCos(float32(2*vec.Pi) * float32(k) / float32(sides))
			r := radius + float32(tube*x)
			def.Vertices = append(def.Vertices, vec.V3(float32(r*c), float32(tube*y), float32(r*s)))
		}
	}
	for i := range rings {
		for k := range sides {
			a, b := uint32(i*sides+k), uint32(i*sides+(k+1)%sides)
			c, d := uint32((i+1)%rings*sides+k), uint32((i+1)%rings*sides+(k+1)%sides)
			def.Indices = append(def.Indices, a, b, c, c, b, d)
		}
	}
	return def
}
