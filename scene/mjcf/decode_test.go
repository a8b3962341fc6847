package mjcf

import (
	"strings"
	"testing"

	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// pendulum has what the reader knows: classes, a pendulum, a slide with a spring, a free body, a leg
// with two joints, a ball, actuators and an equality.
const pendulum = `<mujoco model="test">
  <compiler angle="degree"/>
  <option gravity="0 0 -10" timestep="0.002" integrator="RK4"/>
  <default>
    <geom density="500" friction="0.7 0.005 0.0001"/>
    <default class="heavy"><geom density="2000"/></default>
  </default>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="5 5 0.1"/>
    <geom name="wall" type="box" size="0.1 1 0.5" pos="3 0 0.5"/>
    <body name="pendulum" pos="0 0 2" euler="0 0 90">
      <joint name="swing" type="hinge" axis="0 1 0" range="-60 60" damping="0.05"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.8" size="0.05"/>
      <body name="tip" pos="0 0 -0.8"><geom class="heavy" type="sphere" size="0.1"/></body>
    </body>
    <body name="cart" pos="1 0 0.5">
      <joint name="rail" type="slide" axis="1 0 0" stiffness="40" damping="2" springref="0.2"/>
      <geom type="box" size="0.1 0.1 0.1" mass="1" contype="0" conaffinity="0"/>
      <geom type="box" size="0.1 0.1 0.1" mass="1"/>
    </body>
    <body name="ball" pos="-1 0 1"><freejoint/><geom type="sphere" size="0.2"/></body>
    <body name="leg" pos="-2 0 1">
      <joint name="hipx" type="hinge" axis="1 0 0" range="-20 20"/><joint name="hipy" type="hinge" axis="0 1 0" range="-30 30"/>
      <geom type="ellipsoid" size="0.1 0.1 0.3"/>
    </body>
    <body name="motor" pos="-3 0 1"><joint name="turn" axis="0 0 1"/><geom type="cylinder" size="0.2 0.05"/></body>
  </worldbody>
  <actuator><velocity joint="turn" kv="3"/><position joint="hipx" kp="20"/><motor joint="swing"/></actuator>
  <equality><connect body1="ball" anchor="0 0 0.2"/></equality>
  <sensor/>
</mujoco>`

func read(data []byte, f *model.Faults) *model.Model {
	return decode(data, "m.xml", Options{}, f)
}

func TestModel(t *testing.T) {
	s, f, r := scenetest.Build(t, pendulum, read)
	byName := scenetest.Named(r)
	if s.Hertz != 125 || s.Settings.Gravity.Dist(vec.V3(0, -10, 0)) > 1e-5 {
		t.Errorf("%d Hz, gravity %v", s.Hertz, s.Settings.Gravity)
	}
	if n := byName["pendulum"].ShapeCount(); n != 2 {
		t.Errorf("the pendulum has %d shapes: the body without a joint is a part of it", n)
	}
	ballVolume := 4.0 / 3 * 3.14159265 * 0.008
	if m := byName["ball"].Mass(); vec.Abs(m-float32(500*ballVolume)) > 0.01 {
		t.Errorf("the ball weighs %g kg", m)
	}
	if d := byName["pendulum"].Shapes(nil)[1].Density(); d != 2000 {
		t.Errorf("density of the class heavy: %g", d)
	}
	if m := byName["cart"].Mass(); vec.Abs(m-2) > 1e-5 {
		t.Errorf("the cart weighs %g kg: the box that does not collide has its mass, too", m)
	}
	if p := byName["cart"].Position(); p.Dist(vec.V3(1, 0.5, 0)) > 1e-5 {
		t.Errorf("the cart is at %v", p)
	}
	byName["pendulum"].SetAngularVelocity(byName["pendulum"].Rotation().Rotate(vec.V3(0, 4, 0)))
	for range 2000 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	// the spring of the rail is relaxed 0.2 m along it
	if p := byName["cart"].Position(); p.Dist(vec.V3(1.2, 0.5, 0)) > 0.02 {
		t.Errorf("the cart came to rest at %v", p)
	}
	// the ball hangs on the point above it
	if p := byName["ball"].Position(); p.Dist(vec.V3(-1, 1, 0)) > 0.02 {
		t.Errorf("the ball is at %v", p)
	}
	if w := byName["motor"].AngularVelocity().Len(); w > 0.01 {
		t.Errorf("the driven body turns at %g", w)
	}
	if err := r.World.Validate(); err != nil {
		t.Error(err)
	}
	scenetest.Listed(t, f, "<light>: ignored: is ignored", "integrator")
}

// TestSpecks holds that shapes of next to no size are made larger, each with a warning, and refuse no file.
func TestSpecks(t *testing.T) {
	s, f, _ := scenetest.Build(t, `<mujoco><worldbody><body><freejoint/><geom size="1e-7"/>
<geom type="box" size="1e-7 .1 .1"/>
<geom type="capsule" size=".05 0"/><geom type="cylinder" size=".05 1e-9"/></body></worldbody></mujoco>`, read)
	if n := len(s.Bodies[0].Shapes); n != 4 || f.CountOf(model.RankWarning) != 3 {
		t.Errorf("%d shapes: %v", n, f.List)
	}
}

func TestFaults(t *testing.T) {
	scenetest.Refuses(t, map[string]string{
		"no root": `<robot/>`,
		"class":   `<mujoco><worldbody><geom class="none" size="1"/></worldbody></mujoco>`,
		"size":    `<mujoco><worldbody><geom type="sphere" size="-1"/></worldbody></mujoco>`,
		"numbers": `<mujoco><worldbody><geom type="sphere" size="a"/></worldbody></mujoco>`,
		"joint":   `<mujoco><worldbody><body><joint type="spiral"/><geom size="1"/></body></worldbody></mujoco>`,
		"angle":   `<mujoco><compiler angle="turns"/></mujoco>`,
		"deep": `<mujoco><worldbody>` + strings.Repeat("<body>", 150) + strings.Repeat("</body>", 150) +
			`</worldbody></mujoco>`,
		"mass":     `<mujoco><worldbody><body><freejoint/><inertial mass="-1"/></body></worldbody></mujoco>`,
		"plane":    `<mujoco><worldbody><body><freejoint/><geom type="plane" size="1 1 1"/></body></worldbody></mujoco>`,
		"step":     `<mujoco><option timestep="1e-300"/></mujoco>`,
		"no step":  `<mujoco><option timestep="0"/></mujoco>`,
		"long":     `<mujoco><option timestep="5"/></mujoco>`,
		"unclosed": `<mujoco><worldbody>`,
	}, read)
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(pendulum))
	scenetest.Broken([]byte(pendulum), func(data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) { scenetest.Swallow(t, data, read) })
}
