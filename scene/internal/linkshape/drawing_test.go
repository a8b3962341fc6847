package linkshape

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io/fs"
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/gltf"
	"tumble/scene/model"
)

// corners are two triangles below each other.
var corners = []vec.Vec3{vec.V3(0, 0, 0), vec.V3(1, 0, 0), vec.V3(1, 1, 0), vec.V3(0, 0, 1), vec.V3(1, 0, 1),
	vec.V3(1, 1, 1)}

// dae is a COLLADA file of both triangles, the first green and the second with a texture.
const dae = `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><library_images>
<image id="im"><init_from>t%20x.png</init_from></image></library_images>
<library_effects><effect id="ge"><profile_COMMON><technique><phong><diffuse><color>0 1 0 1</color></diffuse></phong>
</technique></profile_COMMON></effect>
<effect id="te"><profile_COMMON><newparam sid="su"><surface type="2D"><init_from>im</init_from></surface></newparam>
<newparam sid="sa"><sampler2D><source>su</source></sampler2D></newparam>
<technique><lambert><diffuse><texture texture="sa" texcoord="UV"/></diffuse></lambert></technique></profile_COMMON>
</effect></library_effects>
<library_materials><material id="g"><instance_effect url="#ge"/></material><material id="t">
<instance_effect url="#te"/></material></library_materials>
<library_geometries><geometry id="a"><mesh><source id="p">
<float_array>0 0 0 1 0 0 1 1 0 0 0 1 1 0 1 1 1 1</float_array></source><source id="w">
<float_array>.9 .9 .8 .9 .9 .8</float_array></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles material="mg">
<input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
<triangles material="mt"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#w" offset="1"/><p>3 0 4 1 5 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene><node><instance_geometry url="#a"><bind_material><technique_common>
<instance_material symbol="mg" target="#g"/><instance_material symbol="mt" target="#t"/>
</technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes></COLLADA>`

// files are the same two triangles in each format that has colours, with a texture that is magenta at the upper right.
func files(t *testing.T) map[string][]byte {
	t.Helper()
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	picture.SetNRGBA(1, 0, color.NRGBA{255, 0, 255, 255})
	var packed bytes.Buffer
	if err := png.Encode(&packed, picture); err != nil {
		t.Fatal(err)
	}
	obj := "mtllib some.mtl\nvt .9 .9\nvt .8 .9\nvt .9 .8\n"
	scene := model.New("two")
	scene.Bodies = []model.Body{{Def: physics.DefaultBodyDef()}}
	for i, p := range corners {
		obj += fmt.Sprintf("v %g %g %g\n", p.X, p.Y, p.Z)
		if i%3 == 0 {
			scene.Bodies[0].Drawings = append(scene.Bodies[0].Drawings, model.Drawing{
				Local: vec.TransformIdentity, Mesh: &scenes.DrawMesh{Points: corners[i : i+3],
					Indices: []uint32{0, 1, 2}},
				Color: [][4]uint8{{0, 255, 0, 255}, {255, 0, 255, 255}}[i/3],
			})
		}
	}
	glb, err := gltf.Encode(scene, true)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{
		"m/a.obj": []byte(obj + "usemtl g\nf 1 2 3\nusemtl t\nf 4/1 5/2 6/3\n"), "m/a.glb": glb, "m/a.dae": []byte(dae),
		"m/some.mtl": []byte("newmtl g\nKd 0 1 0\nnewmtl t\nKd 1 1 1\nmap_Kd -s 1 1 1 t x.png\n"),
		"m/t x.png":  packed.Bytes(),
	}
}

// TestColors holds that a mesh of any format is drawn in the colours and textures of its file, each triangle where
// it is.
func TestColors(t *testing.T) {
	all := files(t)
	beside := func(name string) ([]byte, error) {
		data, ok := all[name]
		if !ok {
			return nil, fs.ErrNotExist
		}
		return data, nil
	}
	for _, name := range []string{"m/a.obj", "m/a.dae", "m/a.glb"} {
		l := NewLibrary(beside)
		parts, err := l.Drawing(name, vec.V3(1, 1, 1), "", Paint{})
		if err != nil || len(parts) != 2 {
			t.Errorf("%s: %d parts, %v", name, len(parts), err)
			continue
		}
		for i, want := range [][4]uint8{{0, 255, 0, 255}, {255, 0, 255, 255}} {
			p := &parts[i]
			if p.Bare || p.Color != want || len(p.Mesh.Indices) != 3 || p.Mesh.Points[0].Dist(corners[3*i]) > 1e-6 {
				t.Errorf("%s: part %d is %v at %v, not %v", name, i, p.Color, p.Mesh.Points, want)
			}
		}
		if missing := l.Missing(); len(missing) > 0 {
			t.Errorf("%s: %q", name, missing)
		}
	}
	delete(all, "m/t x.png")
	l := NewLibrary(beside)
	if _, err := l.Drawing("m/a.obj", vec.V3(1, 1, 1), "", Paint{}); err != nil || len(l.Missing()) != 1 {
		t.Errorf("a texture that is not there: %v, not told", err)
	}
}
