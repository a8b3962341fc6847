package model

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Sample is a world of a scene in which one body stands for all of its copies: what a look at the scene needs, in a
// fraction of the time that a million bodies take.
type Sample struct {
	Run *scenes.Run
	// Copied are the bodies that stand for others.
	Copied []Copied
}

// Copied is a body and where its copies are.
type Copied struct {
	Body   physics.Body
	Copies []vec.Transform
}

// Sample builds the scene once without its copies; with them where a state that it goes on with needs all bodies.
func (s *Model) Sample() (Sample, error) {
	alone := *s
	var copied []int
	if s.Continuation == nil {
		alone.Bodies = make([]Body, len(s.Bodies))
		for i := range s.Bodies {
			alone.Bodies[i] = s.Bodies[i]
			if alone.Bodies[i].Copies = nil; len(s.Bodies[i].Copies) > 0 {
				copied = append(copied, i)
			}
		}
	}
	scene := alone.Scene()
	run, err := scene.New(scene.WorldDef(), nil)
	if err != nil {
		return Sample{}, err
	}
	out := Sample{Run: run}
	if len(copied) == 0 {
		return out, nil
	}
	ranks := alone.ranks()
	for _, i := range copied {
		if b, ok := run.World.BodyAt(ranks[i]); ok {
			out.Copied = append(out.Copied, Copied{Body: b, Copies: s.Bodies[i].Copies})
		}
	}
	return out, nil
}

// Summary counts what is in the world with all copies.
func (p Sample) Summary() Summary {
	s := Summarize(p.Run)
	var shapes []physics.Shape
	for _, c := range p.Copied {
		s.Bodies += len(c.Copies)
		s.Static += len(c.Copies)
		shapes = c.Body.Shapes(shapes[:0])
		for _, shape := range shapes {
			s.Shapes[geometryName(shape)] += len(c.Copies)
		}
	}
	return s
}
