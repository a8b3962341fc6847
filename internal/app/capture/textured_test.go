//go:build cgo

package capture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"tumble/engine/param"
	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/renderer"
)

// TestTextureIsDrawn holds that the texture of a scene file reaches the picture: a wall of four
// colours seen from the front.
func TestTextureIsDrawn(t *testing.T) {
	quarters := [4]color.NRGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}}
	im := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i, c := range quarters {
		im.SetNRGBA(i%2, i/2, c)
	}
	var packed bytes.Buffer
	if err := png.Encode(&packed, im); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "wall.gltf")
	for name, data := range map[string][]byte{"wall.png": packed.Bytes(), "wall.bin": wall(), "wall.gltf": []byte(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],
"extensions":{"TUMBLE_physics":{"camera":{"target":[0,0,0],"distance":4,"yaw":0,"pitch":0}}},
"nodes":[{"mesh":0,"extensions":{"KHR_physics_rigid_bodies":{"motion":{"isKinematic":true}}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"material":0}]}],
"buffers":[{"byteLength":480,"uri":"wall.bin"}],"bufferViews":[{"buffer":0,"byteLength":288},{"buffer":0,"byteOffset":288,"byteLength":192}],
"accessors":[{"bufferView":0,"componentType":5126,"type":"VEC3","count":24},{"bufferView":1,"componentType":5126,"type":"VEC2","count":24}],
"materials":[{"pbrMetallicRoughness":{"metallicFactor":0,"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"wall.png"}]}`)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	scene, err := openscene.Find(path)
	if err != nil {
		t.Fatal(err)
	}
	session, err := session.New(param.NewConfig(scene), nil)
	if err != nil {
		t.Fatal(err)
	}
	var capture renderer.Capture
	if err := (Shot{Width: 200, Height: 200}).Take(apptest.Executor(t), session, &capture); err != nil {
		t.Fatal(err)
	}
	for i, want := range quarters {
		x, y := 80+40*(i%2), 80+40*(i/2)
		at := 4 * (y*capture.Width + x)
		p := capture.Pixels[at : at+3]
		for k, full := range [3]uint8{want.R, want.G, want.B} {
			for l, none := range [3]uint8{want.R, want.G, want.B} {
				if full == 255 && none == 0 && int(p[k]) < int(p[l])+40 {
					t.Errorf("quarter %d is drawn as %v, want %v", i, p, want)
				}
			}
		}
	}
}

// wall is four squares of 1 m with positions and then texture coordinates.
func wall() []byte {
	var corners, coordinates bytes.Buffer
	for k := range 4 {
		x, y := float32(k%2), float32(k/2)
		for _, c := range [6][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}} {
			for _, v := range []float32{x + c[0] - 1, y + c[1] - 1, 0} {
				_ = binary.Write(&corners, binary.LittleEndian, v)
			}
			for _, v := range []float32{(x + 0.1 + 0.8*c[0]) / 2, 1 - (y+0.1+0.8*c[1])/2} {
				_ = binary.Write(&coordinates, binary.LittleEndian, v)
			}
		}
	}
	return append(corners.Bytes(), coordinates.Bytes()...)
}
