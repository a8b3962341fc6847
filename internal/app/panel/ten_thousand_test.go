package panel

import (
	"testing"
	"time"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics/vec"
)

// BenchmarkTenThousand measures the panels of a frame on the main thread in a scene of ten thousand bodies: closed,
// with the outliner at rest, while bodies come in every frame, while a search is typed and while all are selected, and
// with the palette while a search is typed.
func BenchmarkTenThousand(b *testing.B) {
	letters := []rune("body1")
	cases := []struct {
		name   string
		before func(r *rig)
		each   func(r *rig, i int)
	}{
		{"closed", nil, nil},
		{"outliner", func(r *rig) { r.panels.SetOutliner(true) }, nil},
		{"outliner, bodies come", func(r *rig) { r.panels.SetOutliner(true) }, func(r *rig, _ int) {
			r.session.Apply([]input.Event{session.SpawnCommand(session.SpawnBox, vec.V3(0, 90, 0), 0.2)})
		}},
		{"outliner, search", func(r *rig) { r.panels.SetOutliner(true) }, func(r *rig, i int) {
			p := &r.panels.outliner
			p.query, p.stale = string(letters[:1+i%len(letters)]), true
		}},
		{"outliner, all selected", func(r *rig) { r.panels.SetOutliner(true); r.SelectList(r.dynamic()) }, nil},
		{"all selected, inspector", func(r *rig) { r.panels.ui.Show(windowInspect); r.SelectList(r.dynamic()) }, nil},
		{"palette", func(r *rig) { r.panels.OpenPalette(r.between()) }, nil},
		{"palette, search", func(r *rig) { r.panels.OpenPalette(r.between()) }, func(r *rig, i int) {
			r.loop.Inbox().Push(input.Event{Kind: input.EventChar, Code: input.Key(letters[i%len(letters)])})
			if i%len(letters) == 0 {
				for range letters {
					r.loop.Inbox().Push(input.Event{Kind: input.EventKey, Code: input.KeyBackspace,
						Action: input.Press})
				}
			}
		}},
	}
	for _, k := range cases {
		b.Run(k.name, func(b *testing.B) {
			r := newRig(b, "many_pyramids", "")
			defer r.close()
			r.loop.Virtual().SetPaused(true)
			if k.before != nil {
				k.before(r)
			}
			var spent, longest time.Duration
			frames := 0
			r.timed = func(record func()) {
				begin := time.Now()
				record()
				took := time.Since(begin)
				spent, longest = spent+took, max(longest, took)
				frames++
			}
			r.run(6)
			spent, longest, frames = 0, 0, 0
			i := 0
			for b.Loop() {
				if k.each != nil {
					k.each(r, i)
				}
				i++
				r.loop.Redraw()
				r.run(1)
			}
			b.ReportMetric(float64(spent.Microseconds())/float64(max(frames, 1)), "µs/frame-of-panels")
			b.ReportMetric(float64(longest.Microseconds()), "µs/longest")
		})
	}
}
