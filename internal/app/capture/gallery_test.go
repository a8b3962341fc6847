//go:build cgo

package capture

import (
	"image"
	"math"
	"slices"
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/app/look"
	"tumble/internal/app/mglvec"
	"tumble/internal/golden"
	"tumble/physics"
	"tumble/renderer"
)

// measured are the figures of a picture.
type measured struct {
	extent          float32 // share of the width or height that the subject takes
	clipped, mean   float64 // share of pixels at 0 or 255, and mean of the luma
	coloured        float64 // share of the pixels below the sky with a saturation above a quarter
	contrast        float64 // of moving bodies to their ground
	subject, ground int     // rays that met them
}

// luma is that of sRGB values, 0 to 255 (ITU-R BT.709).
func luma(p []uint8) float64 {
	return 0.2126*float64(p[0]) + 0.7152*float64(p[1]) + 0.0722*float64(p[2])
}

// luminance is linear light, 0 to 1.
func luminance(p []uint8) float64 {
	sum := 0.0
	for k, w := range [3]float64{0.2126, 0.7152, 0.0722} {
		x := float64(p[k]) / 255
		if x <= 0.04045 {
			sum += w * x / 12.92
		} else {
			sum += w * math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return sum
}

func saturation(p []uint8) float64 {
	hi, lo := max(p[0], p[1], p[2]), min(p[0], p[1], p[2])
	return float64(hi-lo) / max(float64(hi), 1)
}

// measure takes a still and measures it.
func (g *Still) measure(t *testing.T, ex renderer.Executor, capture *renderer.Capture) (m measured) {
	session, err := g.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	w := session.World()
	defer w.Close()
	shot := g.Shot(320, 180, 0)
	s, err := shot.begin(ex, session)
	if err != nil {
		t.Fatal(err)
	}
	defer s.release()
	if err := s.run(shot.Steps); err != nil {
		t.Fatal(err)
	}
	if err := s.take(1, 0, capture); err != nil {
		t.Fatal(err)
	}
	v := s.camera.View(shot.Width, shot.Height)
	lo, hi, _ := extent(&v, g.Framing.subject(w, nil))
	m.extent = max(hi[0]-lo[0], hi[1]-lo[1]) / 2
	n, below := float64(capture.Width*capture.Height), 0.0
	var subject, ground []float64
	filter := physics.DefaultQueryFilter()
	for y := range capture.Height {
		for x := range capture.Width {
			p := capture.Pixels[4*(y*capture.Width+x):]
			l := luma(p)
			m.mean += l / 255 / n
			if l < 0.5 || l > 254.5 {
				m.clipped += 1 / n
			}
			eye, ray := s.camera.PickRay(float32(x)+0.5, float32(y)+0.5, 320, 180)
			if ray[1] > 0 && s.picture.Mood() == look.Daylight {
				continue
			}
			below++
			if saturation(p) > 0.25 {
				m.coloured++
			}
			if x%4 != 0 || y%4 != 0 {
				continue
			}
			hit, ok := w.RayCast(mglvec.World(eye), mglvec.World(ray).Mul(500), filter)
			if ok && hit.Shape.Body().Type() == physics.Dynamic {
				subject = append(subject, luminance(p))
			} else if !ok || hit.Shape.Body().Type() == physics.Static {
				ground = append(ground, luminance(p))
			}
		}
	}
	m.coloured /= below
	if len(subject) == 0 {
		subject, ground = g.pointed(w, &v, capture)
	}
	m.subject, m.ground = len(subject), len(ground)
	slices.Sort(ground)
	middle := ground[len(ground)/2] + 0.05
	for _, l := range subject {
		m.contrast += max((l+0.05)/middle, middle/(l+0.05)) / float64(len(subject))
	}
	return m
}

// pointed samples pixels around the centres of the moving bodies, and along the edge of the picture: for bodies that
// rays do not meet, because they collide with nothing.
func (g *Still) pointed(w *physics.World, v *renderer.View, capture *renderer.Capture) (subject, ground []float64) {
	at := func(x, y int) float64 { return luminance(capture.Pixels[4*(y*capture.Width+x):]) }
	for _, b := range w.Bodies(nil) {
		half := b.Bounds().Half()
		for k := range 16 {
			sin, cos := math.Sincos(float64(k) * math.Pi / 8)
			p := b.Position()
			p.X += float32(0.9*cos) * half.X
			p.Y += float32(0.9*sin) * half.Y
			x, y, _, front := v.Project(mglvec.Of(p), float32(capture.Width), float32(capture.Height))
			if front && b.Type() == physics.Dynamic && x >= 0 && y >= 0 && int(x) < capture.Width &&
				int(y) < capture.Height {
				subject = append(subject, at(int(x), int(y)))
			}
		}
	}
	for x := range capture.Width {
		ground = append(ground, at(x, 2), at(x, capture.Height-3))
	}
	return subject, ground
}

// TestGalleryMeasures holds the rules of notes/look.md for pictures: a subject that fills them, light that is neither
// burnt nor drowned, colour, and contrast to the ground.
func TestGalleryMeasures(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates and draws 24 scenes")
	}
	ex := apptest.Executor(t)
	var coloured []float64
	var capture renderer.Capture
	for i := range Stills {
		g := &Stills[i]
		m := g.measure(t, ex, &capture)
		t.Logf("%-17s extent %.2f  clipped %.3f  mean %.2f  coloured %.2f  contrast %.2f", g.Scene, m.extent, m.clipped,
			m.mean, m.coloured, m.contrast)
		if m.extent < 0.55 || m.extent > 1.05 {
			t.Errorf("%s: the subject takes %.2f of the picture, want 0.55 at least", g.Scene, m.extent)
		}
		if m.clipped > 0.02 || m.mean < 0.35 || m.mean > 0.65 {
			t.Errorf("%s: %.1f %% of the pixels are black or white, mean luma %.2f", g.Scene, 100*m.clipped, m.mean)
		}
		if m.contrast < 1.5 {
			t.Errorf("%s: contrast %.2f of %d rays to %d", g.Scene, m.contrast, m.subject, m.ground)
		}
		coloured = append(coloured, m.coloured)
	}
	slices.Sort(coloured)
	if median := coloured[len(coloured)/2]; median < 0.2 {
		t.Errorf("the median share of coloured pixels is %.2f, want 0.2", median)
	}
}

// TestGoldenMoods holds the moods, the materials and a picture of samples against stored pictures.
func TestGoldenMoods(t *testing.T) {
	ex := apptest.Executor(t)
	var capture renderer.Capture
	for _, c := range []struct {
		name    string
		still   int
		mood    look.Mood
		samples int
	}{
		{"studio", 3, look.Studio, 0}, {"daylight", 3, look.Daylight, 0}, {"blueprint", 3, look.Blueprint, 0},
		{"wood_and_stone", 8, look.MoodScene, 0}, {"things", 4, look.MoodScene, 0}, {"samples", 1, look.MoodScene, 8},
	} {
		g := &Stills[c.still]
		session, err := g.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		shot := g.Shot(320, 180, c.samples)
		shot.Show.Mood = c.mood
		if err := shot.Take(ex, session, &capture); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		session.World().Close()
		got := &image.RGBA{Pix: capture.Pixels, Stride: 4 * capture.Width,
			Rect: image.Rect(0, 0, capture.Width, capture.Height)}
		golden.Compare(t, c.name, got, golden.Tolerance{Step: 16, Share: 0.02, Mean: 1.5})
	}
}
