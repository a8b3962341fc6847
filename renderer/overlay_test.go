package renderer_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
)

// TestOverlayInOrder holds that marks and lines recorded in turn are one draw of each kind and
// depth mode, with every entry in it.
func TestOverlayInOrder(t *testing.T) {
	var p renderer.Packet
	for i := range 100 {
		at := mgl32.Vec3{float32(i), 0, 0}
		hint, plain := renderer.Pen{Depth: renderer.DepthHint}, renderer.Pen{}
		p.Mark(hint, at, 5, renderer.PointDisc)
		p.Segment(hint, at, mgl32.Vec3{})
		p.Mark(plain, at, 5, renderer.PointDisc)
		if i == 50 {
			p.Segment(plain, at, mgl32.Vec3{})
		}
	}
	// marks of the two depth modes take turns in one slab: only lines can be joined
	lines := 0
	for _, o := range p.Ops {
		if o.Kind == renderer.KindLines {
			lines++
		}
	}
	if lines != 3 {
		t.Errorf("%d draws of lines, want 3", lines)
	}

	p = renderer.Packet{}
	for i := range 100 {
		at := mgl32.Vec3{float32(i), 0, 0}
		p.Mark(renderer.Pen{Depth: renderer.DepthHint}, at, 5, renderer.PointDisc)
		p.Segment(renderer.Pen{Depth: renderer.DepthHint}, at, mgl32.Vec3{})
	}
	if len(p.Ops) != 2 || p.Draws[p.Ops[0].Draw].Count != 100 || p.Draws[p.Ops[1].Draw].Count != 100 {
		t.Errorf("%d draws, want 2 of 100 entries", len(p.Ops))
	}
}
