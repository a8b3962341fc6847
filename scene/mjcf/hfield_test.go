package mjcf

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// TestTerrain holds that balls come to rest on a terrain where its numbers are: the first row of the text is that of
// the largest y.
func TestTerrain(t *testing.T) {
	_, f, r := scenetest.Build(t, `<mujoco><asset><hfield name="h" nrow="3" ncol="2" size="2 2 0.6 0.1" elevation="0 0  3 3  3 3"/><hfield name="none" nrow="9" ncol="2" size="2 2 1 1" elevation="1"/></asset>
<worldbody><geom type="hfield" hfield="h" pos="0 0 1"/><geom type="hfield" hfield="none"/><geom type="hfield" hfield="h" pos="20 0 1" euler="0 0 90"/>
<body name="rotated" pos="21 0.5 2"><freejoint/><geom size=".1"/></body>
<body name="high" pos="0.5 -1 2"><freejoint/><geom size=".1"/></body><body name="slope" pos="0.5 1 2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`, withFiles)
	named := scenetest.Named(r)
	for range 100 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	if p := named["high"].Position(); vec.Abs(p.Y-1.7) > 0.01 {
		t.Errorf("the ball on the plateau is at %v", p)
	}
	if p := named["rotated"].Position(); vec.Abs(p.Y-1.7) > 0.01 {
		t.Errorf("the ball on the rotated plateau is at %v", p)
	}
	// y of the file is −z of the world: this ball rolls down to larger y
	if p := named["slope"].Position(); p.Z > -1.05 || p.Y > 1.7 {
		t.Errorf("the ball on the slope is at %v", p)
	}
	scenetest.Listed(t, f, "9 × 2 heights")
}

// FuzzTerrain looks for pictures and binary terrains that break the reader; the rest of the model is the one of
// TestTerrain.
func FuzzTerrain(f *testing.F) {
	picture := image.NewGray(image.Rect(0, 0, 3, 2))
	picture.Pix[1] = 200
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte{2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 192, 127})
	f.Add([]byte{0, 0, 0, 128, 2, 0, 0, 0})
	const terrain = `<mujoco><asset><hfield name="h" file="h.png" size="2 2 0.6 0.1"/></asset><worldbody>
		<geom type="hfield" hfield="h" euler="0 10 90"/>
<body pos="0 0 2"><freejoint/><geom size=".1"/></body></worldbody></mujoco>`
	f.Fuzz(func(t *testing.T, data []byte) {
		scenetest.Swallow(t, []byte(terrain), func(text []byte, faults *model.Faults) *model.Model {
			return decode(text, "m.xml", Options{Beside: func(string) ([]byte, error) { return data, nil }}, faults)
		})
	})
}
