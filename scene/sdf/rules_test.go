package sdf

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// advance steps a run.
func advance(t *testing.T, s *model.Model, seconds float64) map[string]physics.Body {
	t.Helper()
	r := scenetest.Start(t, s)
	for range int(seconds*float64(s.Rate()) + 0.5) {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
	return scenetest.Named(r)
}

// Every file has its own version: the axis of a joint is given in the model up to 1.4, in the joint after it.
func TestVersions(t *testing.T) {
	const arm = `<model name="m"><link name="l"><pose>0 0 2 1.5708 0 0</pose><inertial><pose>0.5 0 0 0 0 0</pose><mass>1</mass></inertial></link>
		<joint name="j" type="revolute"><parent>world</parent><child>l</child><axis><xyz>0 1 0</xyz></axis></joint></model>`
	files["old.sdf"], files["new.sdf"] = `<sdf version="1.4">`+arm+`</sdf>`, `<sdf version="1.10">`+arm+`</sdf>`
	for version, falls := range map[string]bool{"1.4": true, "1.9": false, "1.10": false, "1.10.0": false, "": false} {
		for _, text := range []string{
			`<sdf version="` + version + `"><world name="w">` + arm + `</world></sdf>`,
			`<sdf version="1.7"><world name="w"><include><uri>` + map[bool]string{true: "old.sdf",
				false: "new.sdf"}[falls] + `</uri></include></world></sdf>`,
		} {
			s, _, _ := scenetest.Build(t, text, read)
			// about an upright axis nothing pulls the arm
			if low := advance(t, s, 0.6)["m::l"].WorldCenter().Y < 1.9; low != falls {
				t.Errorf("version %q: the arm falls: %v", version, low)
			}
		}
	}
	s, _, _ := scenetest.Build(
		t,
		`<sdf version="1.4"><world name="w"><physics><gravity>0 0 -2</gravity>`+
			`<ode><solver><dt>0.002</dt></solver></ode></physics>`+arm+`</world></sdf>`, read)
	if s.Settings.Gravity.Dist(vec.V3(0, -2, 0)) > 1e-5 || s.Hertz != 125 {
		t.Errorf("gravity %v, %d Hz", s.Settings.Gravity, s.Hertz)
	}
}

// The axes of a universal joint stay at right angles, the first with the parent, the second with the child.
func TestUniversal(t *testing.T) {
	s, f, r := scenetest.Build(t, world(`<model name="m"><link name="l"><pose>0 0 2 0 0 0</pose><inertial><pose>0.2 0.1 -0.5 0 0 0</pose><mass>3</mass><inertia><ixx>0.3</ixx><iyy>0.2</iyy><izz>0.1</izz></inertia></inertial></link>
		<joint name="j" type="universal"><parent>world</parent><child>l</child><axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint></model>`), read)
	scenetest.Listed(t, f, "0.03 kg of it")
	most := 0.0
	for range 3 * s.Rate() {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		b := scenetest.Named(r)["m::l"]
		if b.Position().Dist(vec.V3(0, 2, 0)) > 1e-3 {
			t.Fatalf("the joint came apart: %v", b.Position())
		}
		// in the axes of the file
		if d := math.Abs(float64(b.Rotation().Rotate(vec.AxisY).X)); d > 0.01 {
			t.Fatalf("the axes are %g off a right angle", d)
		}
		most = max(most, float64(b.LinearVelocity().Len()))
	}
	if most < 0.5 {
		t.Error("it does not swing")
	}
}

// The properties of several links of a body are joined.
func TestMergedBodies(t *testing.T) {
	fixed := `<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>`
	s, _, r := scenetest.Build(t, world(`<model name="light">`+
		strings.Replace(ball("a", "<gravity>0</gravity>"), "<mass>2", "<mass>1", 1)+
		strings.Replace(ball("b", ""), "<mass>2", "<mass>3", 1)+fixed+`</model>
		<model name="driven">`+ball("a", "")+ball("b", "<kinematic>true</kinematic>")+fixed+`</model>`), read)
	if g := s.Bodies[0].Def.GravityScale; math.Abs(float64(g)-0.75) > 1e-6 {
		t.Errorf("gravity counts %g", g)
	}
	if k := scenetest.Named(r)["driven::a"].Type(); k != physics.Kinematic {
		t.Errorf("a body with a driven link is %v", k)
	}
}

// Frames and links that stand for models.
func TestWhatModelsMoveWith(t *testing.T) {
	const joint = `<joint name="j" type="fixed"><parent>world</parent><child>in</child></joint>`
	for name, text := range map[string]string{
		"canonical": `<model name="m"><model name="in" canonical_link="b">` + ball("a", "") + ball("b", "") +
			`</model>` + joint + `</model>`,
		"nested only": `<model name="m"><model name="in"><model name="deep">` + ball("b", "") + `</model></model>` +
			joint + `</model>`,
		"world frame": `<frame name="F"/><model name="m">` + ball("b", "") +
			`</model><joint name="j" type="fixed"><parent>F</parent><child>m::b</child></joint>`,
		"child world": `<model name="m"><pose>0 0 5 0 0 0</pose>` + ball("b", "") +
			`<joint name="j" type="fixed"><parent>b</parent><child>world</child></joint></model>`,
		"in a static": `<model name="m"><static>1</static><model name="in"><static>0</static>` + ball("b", "") +
			`</model></model>`,
	} {
		_, _, r := scenetest.Build(t, world(text), read)
		for _, b := range r.World.Bodies(nil) {
			if stands := strings.HasSuffix(b.Name(), "b"); (b.Type() == physics.Static) != stands {
				t.Errorf("%s: %s is %v", name, b.Name(), b.Type())
			}
		}
	}
	// the joint of a model below the world is where the file says, in the axes of the world
	_, _, r := scenetest.Build(
		t, world(`<model name="m"><pose>0 0 5 0 0 0</pose>`+ball(
			"b",
			"")+`<joint name="j" type="ball"><pose>1 0 5 0 0 0</pose>`+
			`<parent>b</parent><child>world</child></joint></model>`), read)
	if _, local := r.World.Joints(nil)[0].LocalFrames(); local.P.Dist(vec.V3(1, 0, 0)) > 1e-4 {
		t.Errorf("the joint is at %v of its link", local.P)
	}
}

// A merged model keeps its own frame and its own links.
func TestMerge(t *testing.T) {
	files["merged.sdf"] = `<sdf version="1.10"><model name="x">` + ball("b", "") + `<frame name="F"/>
		<model name="deep"><pose relative_to="__model__">0 0 1 0 0 0</pose>` + ball("c", "") + `</model>
		<joint name="j" type="revolute"><parent>F</parent><child>deep::c</child><axis><xyz expressed_in="__model__">0 1 0</xyz></axis></joint></model></sdf>`
	_, _, r := scenetest.Build(
		t, world(`<model name="m">`+ball(
			"a", "")+`<include merge="1"><uri>merged.sdf</uri><pose>0 0 10 1.5708 0 0</pose></include></model>`), read)
	bodies := scenetest.Named(r)
	standsAt(t, bodies, "m::b", 0, 0, 10)
	standsAt(t, bodies, "m::deep::c", 0, -1, 10)
	a, _ := r.World.Joints(nil)[0].Bodies()
	at, _ := r.World.Joints(nil)[0].LocalFrames()
	if axis := a.Transform().Mul(at).Q.Rotate(vec.AxisZ); a != bodies["m::b"] || axis.Dot(vec.AxisY) < 0.999 {
		t.Errorf("the joint hangs on %s, its axis is %v", a.Name(), axis)
	}
}

// Files that grow as they are read are refused in time and memory that follow from their size.
func TestHostile(t *testing.T) {
	var chain strings.Builder
	for i := range 4000 {
		fmt.Fprintf(
			&chain,
			`<frame name="f%d"><pose relative_to="f%d"/></frame><link name="l%d"><pose relative_to="f0"/></link>`,
			i, i+1, i)
	}
	files["many.sdf"] = `<sdf version="1.9"><model name="a"><link name="l"/>` + strings.Repeat("<a/>", 60_000) +
		`</model></sdf>`
	includes := ""
	for i := range 20 {
		includes += fmt.Sprintf(`<include><name>n%d</name><uri>many.sdf</uri></include>`, i)
	}
	for name, text := range map[string]string{
		"chain": world(`<model name="m">` + chain.String() + `</model>`),
		"bomb":  world(includes),
		"names": world(`<model name="` + strings.Repeat("n", 1<<20) + `">` + strings.Repeat(`<link/>`, 1000) +
			`</model>`),
	} {
		scenetest.Within(t, len(text)+4*len(files["many.sdf"]), func() {
			f := &model.Faults{}
			if read([]byte(text), f); !f.Failed() {
				t.Errorf("%s is accepted", name)
			}
		})
	}
}
