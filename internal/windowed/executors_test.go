//go:build cgo

package windowed

import (
	"slices"
	"testing"
	"time"

	"tumble/engine/window"
)

// BenchmarkExecutors draws without a limit on the executor of the window and on the one that always
// draws inline, in turns, so that what else runs on the machine meets both, and reports frames a second,
// their ratio, and for how much of the runs the first let the main thread draw:
//
//	xvfb-run -a -s "-screen 0 1280x720x24 -noreset" go test ./internal/windowed -run NoTest -bench Executors \
//	  -benchtime 1x
func BenchmarkExecutors(b *testing.B) {
	for _, c := range []struct {
		name, scene string
		size        window.Options
		plain       bool
		settle      uint64
	}{
		{"trivial", "box", tiny, true, 100},
		{"1000bodies", "mixed_rain", window.Options{Width: 640, Height: 360}, false, 45},
		{"5050bodies", "large_pyramid", window.Options{Width: 320, Height: 180}, false, 45},
	} {
		b.Run(c.name, func(b *testing.B) {
			var threaded, direct []float64
			lent := 0.0
			for range b.N {
				for range 3 {
					fps, inline := framesPerSecond(b, false, c.scene, c.size, c.plain, c.settle)
					threaded, lent = append(threaded, fps), lent+inline
					fps, _ = framesPerSecond(b, true, c.scene, c.size, c.plain, c.settle)
					direct = append(direct, fps)
				}
			}
			ratios := make([]float64, len(direct))
			for i := range ratios {
				ratios[i] = threaded[i] / direct[i]
			}
			b.ReportMetric(middle(threaded), "threaded-fps")
			b.ReportMetric(middle(direct), "direct-fps")
			b.ReportMetric(middle(ratios), "threaded/direct")
			b.ReportMetric(lent/float64(len(threaded)), "inline")
		})
	}
}

func middle(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// framesPerSecond opens the scene and counts finished frames after the first ones, and the share of those that the main
// thread drew.
func framesPerSecond(b *testing.B, direct bool, scene string, o window.Options, plain bool, settle uint64) (fps,
	inline float64) {
	var begin time.Time
	from, own, all := uint64(0), 0.0, 0.0
	runOn(b, direct, scene, o, func(s *session, frame uint64) {
		show := s.app.Show()
		if show.Interface && plain {
			show.Shadows, show.Interface = false, false
		}
		s.loop.Redraw()
		drawn := s.exec.Counters().Drawn
		if !begin.IsZero() {
			all++
			if s.exec.Counters().Inline {
				own++
			}
		}
		switch {
		case drawn < settle:
		case begin.IsZero():
			begin, from = time.Now(), drawn
		case time.Since(begin) > 700*time.Millisecond && drawn > from+4:
			fps, inline = float64(drawn-from)/time.Since(begin).Seconds(), own/all
			s.loop.Quit()
		}
	})
	return fps, inline
}
