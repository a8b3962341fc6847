package mjcf

import (
	"errors"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

const attached = `<mujoco model="arm"><default><geom type="sphere" size="0.1" mass="2"/><default class="tip"><geom mass="0.5"/></default></default>
	<worldbody><frame pos="9 9 9"><body name="upper" pos="0 0 1"><joint name="shoulder" axis="0 1 0"/><geom/>
		<body name="lower" pos="0.3 0 0"><joint name="elbow" axis="0 1 0"/><geom class="tip" pos="0.1 0 0"/></body></body></frame>
		<body name="other"><freejoint/><geom/></body></worldbody>
	<contact><exclude body1="upper" body2="lower"/><exclude body1="upper" body2="other"/></contact>
	<equality><joint joint1="elbow" joint2="shoulder"/></equality></mujoco>`

// TestAttachEnds holds that models that attach themselves, or what holds them, come to an end.
func TestAttachEnds(t *testing.T) {
	beside := func(string) ([]byte, error) {
		return []byte(
			`<mujoco model="m"><asset><model name="m" file="m.xml"/></asset>` +
				`<worldbody><body><joint/><geom size="1"/></body>` +
				strings.Repeat(`<attach model="m" prefix="a"/>`, 3) + `</worldbody></mujoco>`), nil
	}
	own := `<mujoco><worldbody><body name="b"><joint/><geom size="1"/>` + strings.Repeat(
		`<attach body="b" prefix="a"/>`, 40) + `</body></worldbody></mujoco>`
	all := `<mujoco><worldbody><body name="b"><joint/><geom size="1"/></body>` + strings.Repeat(`<attach prefix="a"/>`,
		40) + `</worldbody></mujoco>`
	for _, text := range []string{own, all} {
		var f model.Faults
		decode([]byte(text), "m.xml", Options{Beside: beside}, &f)
		if !f.Failed() {
			t.Errorf("%.80s is read", text)
		}
	}
	file, _ := beside("")
	_, f, _ := scenetest.Build(t, string(file), func(data []byte, f *model.Faults) *model.Model {
		return decode(data, "m.xml", Options{Beside: beside}, f)
	})
	scenetest.Listed(t, f, "attaches itself")
}

// TestAttach holds that a body of another model is read at the frame of each attach element, with its classes and what
// refers to it alone, and that models whose numbers mean something else are a loss.
func TestAttach(t *testing.T) {
	files := map[string]string{"sub/arm.xml": attached,
		"radian.xml": `<mujoco><compiler angle="radian"/>` +
			`<worldbody><body name="b"><geom size="1"/></body></worldbody></mujoco>`}
	beside := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("is not there")
	}
	decode := func(data []byte, f *model.Faults) *model.Model {
		return decode(data, "m.xml", Options{Beside: beside}, f)
	}
	text := `<mujoco><asset><model name="arm" file="sub/arm.xml"/><model name="turned" file="radian.xml"/></asset>
		<default><geom type="box" size="1 1 1" mass="50"/></default>
		<worldbody><geom type="plane" size="1 1 1"/>
			<frame name="left" pos="-1 0 0"><attach model="arm" body="upper" prefix="l_"/></frame>
			<body name="base" pos="1 0 2"><freejoint/><geom/><attach model="arm" body="upper" prefix="r_"/></body>
			<attach model="turned" body="b" prefix="t_"/><attach model="arm" body="nobody" prefix="n_"/><attach model="none" prefix="o_"/>
		</worldbody></mujoco>`
	s, f, r := scenetest.Build(t, text, decode)
	scenetest.Listed(t, f, "has another angle", "nothing of this name", `no model "none"`)
	if n := f.CountOf(model.RankLoss); n != 3 {
		t.Errorf("%d losses", n)
	}
	named := scenetest.Named(r)
	for name, want := range map[string]struct {
		mass float32
		at   vec.Vec3
	}{
		"l_upper": {2, vec.V3(-1, 1, 0)}, "l_lower": {0.5, vec.V3(-0.6, 1, 0)},
		"base": {50, vec.V3(1, 2, 0)}, "r_upper": {2, vec.V3(1, 3, 0)}, "r_lower": {0.5, vec.V3(1.4, 3, 0)},
	} {
		b, ok := named[name]
		if !ok {
			t.Errorf("there is no %s", name)
			continue
		}
		if vec.Abs(b.Mass()-want.mass) > 1e-5 || b.WorldCenter().Dist(want.at) > 1e-5 {
			t.Errorf("%s: %g kg at %v, want %+v", name, b.Mass(), b.WorldCenter(), want)
		}
	}
	kinds := map[physics.JointKind]int{}
	for _, j := range r.World.Joints(nil) {
		kinds[j.Kind()]++
	}
	if kinds[physics.KindHinge] != 4 || kinds[physics.KindGear] != 2 {
		t.Errorf("joints %v of %d", kinds, len(s.Joints))
	}
}
