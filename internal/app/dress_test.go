package app

import (
	"cmp"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/engine"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
)

// A translucent body is drawn after everything opaque, far bodies first, and casts a shadow unless it is
// hardly there.
func TestTranslucentBodiesAreSorted(t *testing.T) {
	r := newRig(t, "pyramid36", nil)
	defer r.close()
	corner := [3]vec.Vec3{vec.V3(-0.5, 0, 0), vec.V3(0.5, 0, 0), vec.V3(0, 0.5, 0)}
	mesh := &scenes.DrawMesh{Label: "pane", Points: corner[:], Indices: []uint32{0, 1, 2}}
	var dressed []physics.Body
	var list []scenes.Drawing
	for _, b := range r.dynamic()[:9] {
		alpha := uint8(200)
		if len(list) == 0 {
			alpha = 40
		}
		list = append(list, scenes.Drawing{Body: b.Index(), Local: vec.TransformIdentity, Mesh: mesh,
			Color: [4]uint8{90, 160, 220, alpha}})
		dressed = append(dressed, b)
	}
	r.app.picture.Stage().Reset()
	r.loop.Nodes().Clear()
	r.loop.Poses().Reset(r.loop.Status().Tick)
	r.app.picture.Stage().Dress(&scenes.Scene{Drawings: list})
	r.app.picture.Stage().Update(r.app.session.World(), r.loop.Poses(), r.loop.Nodes())
	var far []float32
	casters := uint32(0)
	r.recorded = func(f *engine.Frame) {
		p := f.Packet
		far, casters = far[:0], 0
		for _, o := range p.Ops {
			d := p.Draws[o.Draw]
			if o.Kind == renderer.KindMesh && o.Flags&renderer.DrawShadowOnly != 0 {
				casters += d.Count
			}
			if o.Key.Pass() != renderer.PassTransparent {
				continue
			}
			for _, in := range p.Instances[d.First : d.First+d.Count] {
				far = append(far, mgl32.Vec3{in.XT, in.YT, in.ZT}.Sub(p.View.Eye).Len())
			}
		}
	}
	r.run(1)
	if len(far) != len(dressed) || !slices.IsSortedFunc(far, func(a, b float32) int { return cmp.Compare(b, a) }) {
		t.Errorf("translucent bodies at %v m, %d of them", far, len(dressed))
	}
	if int(casters) != len(dressed)-1 {
		t.Errorf("%d of %d cast a shadow", casters, len(dressed))
	}
}
