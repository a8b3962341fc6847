package renderer_test

import (
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"tumble/renderer"
	"tumble/renderer/null"
)

// eyed is a device that notes from where frames are drawn.
type eyed struct {
	*null.Device
	views []renderer.View
}

func (d *eyed) BeginFrame(p *renderer.Packet) error {
	d.views = append(d.views, p.View)
	return d.Device.BeginFrame(p)
}

// While the first frame waits for the display, the eye of the second is replaced twice. It is drawn from the
// newest, with the shadows of the recording; frames that do not allow it, and frames with text at places of
// the world, keep the eye that they were recorded with.
func TestLatch(t *testing.T) {
	for _, c := range []struct {
		name    string
		flags   renderer.FrameFlags
		label   bool
		latched bool
	}{
		{"allowed", renderer.FrameLatch, false, true},
		{"not allowed", 0, false, false},
		{"with a label", renderer.FrameLatch, true, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			dev := &eyed{Device: null.New(null.Options{})}
			s := &surface{hold: make(chan struct{})}
			e, err := renderer.NewThreaded(renderer.Config{
				Open: func() (renderer.Device, error) { _, err := dev.Open(); return dev, err }, Surface: s,
			})
			if err != nil {
				t.Fatal(err)
			}
			atlas, err := renderer.NewAtlas(e.Resources(), 0)
			if err != nil {
				t.Fatal(err)
			}
			camera := renderer.NewCamera()
			submit := func(flags renderer.FrameFlags) renderer.View {
				p := e.Acquire(renderer.InOrder)
				if p == nil {
					t.Fatal("no packet")
				}
				p.Header.Width, p.Header.Height, p.Header.Flags, p.Header.NewestInput = 64, 48, flags, 10
				p.View = camera.View(64, 48)
				p.View.Shadow.Cascades = 2
				if c.label {
					atlas.Label(p, renderer.Label{Style: renderer.TextStyle{Size: 10}}, mgl32.Vec3{0, 1, 0}, "here")
				}
				e.Submit(p)
				return p.View
			}
			submit(0)
			for s.swaps.Load() == 0 {
				time.Sleep(time.Millisecond)
			}
			recorded := submit(c.flags)
			var newest renderer.View
			for k := range int64(2) {
				camera.Orbit(0.05, 0.02)
				camera.Advance(1)
				newest = camera.View(64, 48)
				e.Latch(&newest, 20+k)
			}
			close(s.hold)
			atlas.Close()
			if err := finish(e); err != nil {
				t.Fatal(err)
			}
			want := recorded
			if c.latched {
				want, want.Shadow = newest, recorded.Shadow
			}
			if len(dev.views) != 2 || dev.views[1] != want {
				t.Fatalf("%d frames, the last from %v, want %v", len(dev.views), dev.views[len(dev.views)-1].Eye,
					want.Eye)
			}
			var r renderer.Present
			for e.Poll(&r) {
			}
			if input := int64(10); r.Latched != c.latched || c.latched && r.NewestInput != 21 || !c.latched &&
				r.NewestInput != input {
				t.Errorf("latched %v with input %d", r.Latched, r.NewestInput)
			}
		})
	}
}
