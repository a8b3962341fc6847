package sdf

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
	"tumble/scene/urdf"
)

// table is a model that others include.
const table = `<sdf version="1.6"><model name="table"><link name="top"><pose>0 0 1 0 0 0</pose><inertial><mass>5</mass></inertial>
  <collision name="c"><geometry><box><size>1 1 0.1</size></box></geometry></collision>
  <collision name="m"><geometry><mesh><uri>meshes/tetra.obj</uri></mesh></geometry></collision></link></model></sdf>`

const tetra = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"

// files are those beside the scenes of the tests.
var files = map[string]string{
	"model://table/model.config": `<model><sdf version="1.4">old.sdf</sdf><sdf version="1.6">table.sdf</sdf></model>`,
	"model://table/table.sdf":    table, "model://table/meshes/tetra.obj": tetra,
	"table.sdf": table, "meshes/tetra.obj": tetra,
	"model://self/model.sdf": `<sdf version="1.6"><model name="self"><link name="a"/><include><uri>model://self</uri><name>b</name></include>
		<include><uri>model://self</uri><name>c</name></include></model></sdf>`,
}

func beside(name string) ([]byte, error) {
	if text, ok := files[name]; ok {
		return []byte(text), nil
	}
	return nil, errors.New(name + ": no such file")
}

func read(data []byte, f *model.Faults) *model.Model {
	return decode(data, "a.sdf", Options{Beside: beside}, f)
}

func world(inside string) string {
	return `<sdf version="1.9"><world name="w">` + inside + `</world></sdf>`
}

// ball is a link with a ball of 10 cm.
func ball(name, more string) string {
	return `<link name="` + name + `">` + more + `<inertial><mass>2</mass><inertia><ixx>0.008</ixx><iyy>0.008</iyy><izz>0.008</izz></inertia></inertial>
		<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link>`
}

// standsAt fails unless a body is somewhere, in the axes of the file.
func standsAt(t *testing.T, r map[string]physics.Body, name string, x, y, z float32) {
	t.Helper()
	b, ok := r[name]
	if !ok {
		t.Errorf("there is no body %s", name)
		return
	}
	if want := vec.V3(x, z, -y); b.Position().Dist(want) > 1e-4 {
		t.Errorf("%s is at %v, not %v", name, b.Position(), want)
	}
}

func TestWorld(t *testing.T) {
	s, f, r := scenetest.Build(t, world(`<gravity>0 0 -3</gravity><physics type="ode"><max_step_size>0.002</max_step_size></physics><light name="sun"/>
		<model name="floor"><static>true</static><link name="l"><collision name="c"><geometry><plane><normal>0 0 1</normal><size>9 9</size></plane></geometry>
			<surface><friction><ode><mu>0.5</mu></ode></friction><contact><collide_bitmask>0x01</collide_bitmask></contact></surface></collision></link></model>
		<model name="a"><pose>1 2 3 0 0 0</pose>`+ball("l", "")+`</model>
		<model name="b"><pose>4 2 0.1 0 0 0</pose><link name="l"><gravity>false</gravity><collision name="c"><geometry><box><size>2 4 6</size></box></geometry>
			<surface><contact><collide_bitmask>2</collide_bitmask></contact></surface></collision>
			<visual name="v"><geometry><box><size>2 4 6</size></box></geometry><material><diffuse>1 0 0 1</diffuse></material></visual></link></model>
		<include><uri>model://table</uri><name>one</name><pose>9 0 0 0 0 0</pose></include>
		<include><uri>table.sdf</uri><name>two</name><static>1</static></include>
		<include><uri>https://example.org/x</uri></include>`), read)
	bodies := scenetest.Named(r)
	if s.Hertz != 125 || s.Settings.Gravity.Dist(vec.V3(0, -3, 0)) > 1e-5 || len(s.Bodies) != 5 {
		t.Errorf("%d Hz, gravity %v, %d bodies", s.Hertz, s.Settings.Gravity, len(s.Bodies))
	}
	standsAt(t, bodies, "a::l", 1, 2, 3)
	standsAt(t, bodies, "one::top", 9, 0, 1)
	if a, two := bodies["a::l"], bodies["two::top"]; a.Mass() != 2 || two.Type() != physics.Static ||
		bodies["one::top"].ShapeCount() != 2 {
		t.Errorf("mass %g, type %v, %d shapes", a.Mass(), two.Type(), bodies["one::top"].ShapeCount())
	}
	if d := s.Bodies[2].Drawings; len(d) != 1 || d[0].Color != [4]uint8{255, 0, 0, 255} {
		t.Errorf("drawings %+v", d)
	}
	for range 250 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	// after 2 s of 3 m/s² the ball lies on the floor; the box has no weight and nothing in common with the floor
	standsAt(t, bodies, "b::l", 4, 2, 0.1)
	if y := bodies["a::l"].Position().Y; y > 0.11 || y < 0.09 {
		t.Errorf("the ball is at %g m", y)
	}
	scenetest.Listed(t, f, "example.org", "light")
}

// Frames are chained, nested, attached, placed and merged.
func TestFrames(t *testing.T) {
	_, _, r := scenetest.Build(t, world(`<frame name="corner"><pose>10 0 0 0 0 0</pose></frame>
		<model name="m"><pose relative_to="corner" degrees="true">0 0 1 0 0 90</pose>
			<frame name="up" attached_to="base"><pose>0 0 2 0 0 0</pose></frame>`+ball("base", "")+
		ball("side", `<pose relative_to="up">1 0 0 0 0 0</pose>`)+
		`<model name="inner"><pose relative_to="side">0 0 1 0 0 0</pose>`+ball("tip", `<pose rotation_format="quat_xyzw">0 0 0.5 0 0 0.7071 0.7071</pose>`)+`</model>
			<joint name="j" type="revolute"><parent>inner::tip</parent><child>up</child><axis><xyz expressed_in="__model__">1 0 0</xyz></axis></joint>
			<include merge="true"><uri>table.sdf</uri><pose>0 0 5 0 0 0</pose></include></model>
		<model name="placed" placement_frame="foot"><pose>0 7 0 0 0 0</pose>`+ball("body", "")+`<frame name="foot"><pose>0 0 -1 0 0 0</pose></frame></model>
		<model name="old">`+ball("deep::link", "")+ball("next", `<pose relative_to="deep::link">0 0 3 0 0 0</pose>`)+`</model>`), read)
	bodies := scenetest.Named(r)
	standsAt(t, bodies, "m::base", 10, 0, 1)
	standsAt(t, bodies, "m::side", 10, 1, 3)
	standsAt(t, bodies, "m::inner::tip", 10, 1, 4.5)
	standsAt(t, bodies, "m::top", 10, 0, 7)
	standsAt(t, bodies, "placed::body", 0, 7, 1)
	standsAt(t, bodies, "old::next", 0, 0, 3)
	joints := r.World.Joints(nil)
	if len(joints) != 1 {
		t.Fatalf("%d joints", len(joints))
	}
	if a, b := joints[0].Bodies(); a != bodies["m::inner::tip"] || b != bodies["m::base"] {
		t.Errorf("the joint connects %s and %s", a.Name(), b.Name())
	}
	_, local := joints[0].LocalFrames()
	// the frame of the joint is 2 m above its child, its axis along x of the model, which is y of the world
	frame := bodies["m::base"].Transform().Mul(local)
	if frame.P.Dist(vec.V3(10, 3, 0)) > 1e-4 || frame.Q.Rotate(vec.AxisZ).Dist(vec.V3(0, 0, -1)) > 1e-3 {
		t.Errorf("the joint is at %v with axis %v", frame.P, frame.Q.Rotate(vec.AxisZ))
	}
}

// A robot that two formats describe moves alike.
func TestArmAsInURDF(t *testing.T) {
	const robot = `<robot name="arm"><link name="base"/><link name="upper">
		<inertial><origin xyz="0 0 0.5"/><mass value="2"/><inertia ixx="0.2" iyy="0.2" izz="0.01"/></inertial></link>
		<link name="lower"><inertial><origin xyz="0 0 0.4" rpy="0 0.3 0"/><mass value="1"/><inertia ixx="0.1" iyy="0.2" izz="0.03"/></inertial></link>
		<link name="jaw"><inertial><mass value="0.2"/><inertia ixx="0.001" iyy="0.001" izz="0.001"/></inertial></link>
		<joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 3.2" rpy="0 0.5 0"/><axis xyz="0 1 0"/><limit lower="-1" upper="1.5"/>
			<dynamics damping="0.5" friction="0.1"/></joint>
		<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0 0 1" rpy="0.2 0 0"/><axis xyz="0 1 0.2"/></joint>
		<joint name="grip" type="prismatic"><parent link="lower"/><child link="jaw"/><origin xyz="0 0 0.8"/><axis xyz="1 0 0"/><limit lower="0" upper="0.05"/></joint></robot>`
	const arm = `<sdf version="1.7"><model name="arm">
		<link name="upper"><pose>0 0 3.2 0 0.5 0</pose><inertial><pose>0 0 0.5 0 0 0</pose><mass>2</mass><inertia><ixx>0.2</ixx><iyy>0.2</iyy><izz>0.01</izz></inertia></inertial></link>
		<link name="lower"><pose relative_to="upper">0 0 1 0.2 0 0</pose><inertial><pose>0 0 0.4 0 0.3 0</pose><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.03</izz></inertia></inertial></link>
		<link name="jaw"><pose relative_to="lower">0 0 0.8 0 0 0</pose><inertial><mass>0.2</mass><inertia><ixx>0.001</ixx><iyy>0.001</iyy><izz>0.001</izz></inertia></inertial></link>
		<joint name="shoulder" type="revolute"><parent>world</parent><child>upper</child><axis><xyz>0 1 0</xyz><limit><lower>-1</lower><upper>1.5</upper></limit>
			<dynamics><damping>0.5</damping><friction>0.1</friction></dynamics></axis></joint>
		<joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child><axis><xyz>0 1 0.2</xyz><limit><lower>-1e16</lower><upper>inf</upper></limit></axis></joint>
		<joint name="grip" type="prismatic"><parent>lower</parent><child>jaw</child><axis><xyz>1 0 0</xyz><limit><lower>0</lower><upper>0.05</upper></limit></axis></joint></model></sdf>`
	_, _, one := scenetest.Build(t, robot, func(data []byte, f *model.Faults) *model.Model {
		m, _ := urdf.Decode(data, "a.urdf", urdf.Options{})
		*f = m.Faults
		return m
	})
	_, _, two := scenetest.Build(t, arm, read)
	a, b := scenetest.Named(one), scenetest.Named(two)
	for step := range 300 {
		if one.Advance(0) != nil || two.Advance(0) != nil {
			t.Fatal("cannot advance")
		}
		for _, name := range []string{"upper", "lower", "jaw"} {
			if d := a[name].Position().Dist(b["arm::"+name].Position()); d > 1e-3 {
				t.Fatalf("step %d: %s is %g m away", step, name, d)
			}
		}
	}
	if a["lower"].Position().Dist(vec.V3(0, 4.2, 0)) < 0.5 {
		t.Error("the arm did not fall")
	}
}

// A spring on a slide swings with its frequency: m 2 kg, k 50 N/m, 0.796 Hz.
func TestSpring(t *testing.T) {
	s, _, r := scenetest.Build(t, world(`<gravity>0 0 0</gravity><physics><max_step_size>0.0025</max_step_size></physics><model name="m">`+ball("a", "")+`<joint name="j" type="prismatic"><parent>world</parent><child>a</child>
		<axis><xyz>0 0 1</xyz><dynamics><spring_stiffness>50</spring_stiffness><spring_reference>0.1</spring_reference></dynamics></axis></joint></model>`), read)
	highest, at := float32(0), 0
	for step := range 100 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		if y := scenetest.Named(r)["m::a"].Position().Y; y > highest {
			highest, at = y, step+1
		}
	}
	if half := math.Pi * math.Sqrt(2.0/50) * float64(s.Hertz); math.Abs(float64(at)-half) > 0.03*half ||
		highest < 0.19 || highest > 0.201 {
		t.Errorf("the highest point is %g m after %d steps, half a period is %.0f", highest, at, half)
	}
}

// Links on fixed joints are one body unless they are kept, and links of a model pass through each other unless they
// shall not.
func TestFixedAndSelfCollision(t *testing.T) {
	text := world(`<model name="m">` + ball("a", "") + ball("b", `<pose>0.15 0 0 0 0 0</pose>`) + ball(
		"c", `<pose>0 0 0.05 0 0 0</pose>`) +
		`<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint></model>`)
	s, _, r := scenetest.Build(t, text, read)
	if len(s.Bodies) != 2 || math.Abs(float64(scenetest.Named(r)["m::a"].Mass())-4) > 1e-5 {
		t.Errorf("%d bodies", len(s.Bodies))
	}
	kept, _, _ := scenetest.Build(t, text, func(data []byte, f *model.Faults) *model.Model {
		return decode(data, "a.sdf", Options{KeepFixedLinks: true, SelfCollision: true}, f)
	})
	if len(kept.Bodies) != 3 || len(kept.Joints) != 1 {
		t.Errorf("%d bodies, %d joints", len(kept.Bodies), len(kept.Joints))
	}
	for _, c := range []struct {
		s       *model.Model
		touches bool
	}{{s, false}, {kept, true}} {
		run := scenetest.Start(t, c.s)
		if err := run.Advance(0); err != nil {
			t.Fatal(err)
		}
		if touching := len(run.World.Contacts(nil)) > 0; touching != c.touches {
			t.Errorf("touching %v", touching)
		}
	}
}

// The mass of shapes counts where the file says so: of their density, or of a mass that is spread over them.
func TestMassOfShapes(t *testing.T) {
	link := func(name, inertial, density string) string {
		return `<model name="` + name + `"><link name="l"><inertial auto="true">` + inertial +
			`</inertial><collision name="c"><pose>0 0 3 0 0 0</pose>` +
			`<geometry><box><size>1 2 3</size></box></geometry>` + density + `</collision></link></model>`
	}
	_, _, r := scenetest.Build(
		t, world(link("water", "", "")+link("light", "<density>6</density>", "")+link("own", "<density>6</density>",
			"<density>2</density>")+link("given", "<mass>12</mass>", "")), read)
	for name, want := range map[string]float32{"water": 6000, "light": 36, "own": 12, "given": 12} {
		b := scenetest.Named(r)[name+"::l"]
		// a box of 1, 2 and 3 m: m·(1² + 3²)/12 about y of the file
		if m := b.MassData(); math.Abs(float64(m.Mass/want)-1) > 1e-5 ||
			math.Abs(float64(m.Inertia.YY/(want*10/12))-1) > 1e-4 || m.Center.Dist(vec.V3(0, 0, 3)) > 1e-5 {
			t.Errorf("%s: %+v", name, m)
		}
	}
}

func TestFaults(t *testing.T) {
	scenetest.Refuses(t, map[string]string{
		"no root":    `<robot/>`,
		"nothing":    `<sdf version="1.6"/>`,
		"cut":        table[:80],
		"no number":  world(`<model name="m"><link name="a"><pose>0 0 x 0 0 0</pose></link></model>`),
		"nan":        world(`<model name="m"><link name="a"><pose>0 0 nan 0 0 0</pose></link></model>`),
		"short pose": world(`<model name="m"><link name="a"><pose>0 0 0</pose></link></model>`),
		"no frame":   world(`<model name="m"><link name="a"><pose relative_to="b"/></link></model>`),
		"circle": world(
			`<model name="m"><link name="a"><pose relative_to="b"/></link>` +
				`<link name="b"><pose relative_to="a"/></link></model>`),
		"no link": world(
			`<model name="m"><link name="a"/>` +
				`<joint name="j" type="ball"><parent>a</parent><child>b</child></joint></model>`),
		"world": world(
			`<model name="m"><link name="a"/>` +
				`<joint name="j" type="ball"><parent>world</parent><child>world</child></joint></model>`),
		"kind": world(
			`<model name="m"><link name="a"/>` +
				`<joint name="j" type="rubber"><parent>world</parent><child>a</child></joint></model>`),
		"names": world(`<model name="m"><link name="a"/><link name="a"/></model>`),
		"step": world(
			`<physics><max_step_size>0</max_step_size></physics><model name="m"><link name="a"/></model>`),
		"itself": world(`<include><uri>model://self</uri></include>`),
		"deep": `<sdf version="1.9">` + strings.Repeat(`<model name="m">`, 60) + strings.Repeat(`</model>`, 60) +
			`</sdf>`,
	}, read)
}

// FuzzDecode feeds the reader with anything.
func FuzzDecode(f *testing.F) {
	text := []byte(world(`<model name="m"><pose>0 0 1 0 0 0</pose>` + ball("a", "") + ball(
		"b", `<pose relative_to="a">0 0 1 0 0 0</pose>`) +
		`<frame name="f" attached_to="b"/><joint name="j" type="universal"><parent>a</parent><child>f</child><axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
		<include merge="1"><uri>table.sdf</uri></include></model>`))
	f.Add(text)
	scenetest.Broken(text, func(data []byte) { f.Add(data) })
	scenetest.Broken([]byte(controlled), func(data []byte) { f.Add(data) })
	f.Fuzz(func(t *testing.T, data []byte) { scenetest.Swallow(t, data, read) })
}
