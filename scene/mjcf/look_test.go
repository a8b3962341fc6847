package mjcf

import (
	"testing"

	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// looksModel has a colour of each kind, geoms that are not drawn, and two that stand still.
const looksModel = `<mujoco><default><default class="c"><material rgba="0 0 1 1"/></default></default>
<asset><texture name="squares" type="2d" builtin="checker" rgb1="1 1 0" rgb2="0 0 1"/>
<material name="squares" texture="squares" texrepeat="3 2"/>
<material name="green" rgba="0 1 0 1"/><material name="blue" class="c"/></asset>
<worldbody><geom type="plane" size="3 2 .1" material="squares"/><body name="table" pos="0 0 .5">
<geom type="box" size=".4 .4 .03" rgba="1 0 0 1"/></body>
<body name="a" pos="0 0 2"><freejoint/><geom type="box" size=".1 .1 .1" material="green"/>
<geom size=".1" pos="1 0 0" material="green" rgba="1 0 1 1"/>
<geom size=".1" material="blue"/><geom size=".2" rgba="1 1 1 1" group="3"/><geom size=".2" rgba="1 1 1 0"/>
<geom size=".1"/></body></worldbody></mujoco>`

// TestLooks holds that every geom is drawn in its own colour, those that stand still among them, and that those
// which are not are told.
func TestLooks(t *testing.T) {
	s, f, _ := scenetest.Build(t, looksModel, read)
	named := func(name string) []model.Drawing {
		for i := range s.Bodies {
			if s.Bodies[i].Def.Name == name {
				return s.Bodies[i].Drawings
			}
		}
		return nil
	}
	var colors [][4]uint8
	for _, d := range named("a") {
		colors = append(colors, d.Color)
	}
	want := [][4]uint8{{0, 255, 0, 255}, {255, 0, 255, 255}, {0, 0, 255, 255}, {128, 128, 128, 255}}
	if len(colors) != len(want) {
		t.Fatalf("colours %v, not %v", colors, want)
	}
	for i := range want {
		if colors[i] != want[i] {
			t.Errorf("geom %d is %v, not %v", i, colors[i], want[i])
		}
	}
	squares, others := map[[4]uint8]int{}, 0
	for _, d := range named("world") {
		if d.Color == [4]uint8{255, 0, 0, 255} {
			others++
			continue
		}
		squares[d.Color] += len(d.Mesh.Indices) / 6
	}
	if others != 1 || squares[[4]uint8{255, 255, 0, 255}] != 12 || squares[[4]uint8{0, 0, 255, 255}] != 12 {
		t.Errorf("what stands still: %d tables, squares %v", others, squares)
	}
	scenetest.Listed(t, f, "group 3 is not drawn", "is transparent")
}

// TestPlainLooks holds that a model without a colour is drawn as its shapes.
func TestPlainLooks(t *testing.T) {
	s := read([]byte(`<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody>
</mujoco>`), &model.Faults{})
	if n := len(s.Bodies[0].Drawings); n != 0 {
		t.Errorf("%d drawings", n)
	}
}
