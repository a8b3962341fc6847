package mjcf

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"tumble/internal/sensor"
	"tumble/physics/scenes"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// measure returns the values of a sensor in the world of a run.
func measure(t *testing.T, run *scenes.Run, name string) []float64 {
	t.Helper()
	for i := range run.Scene.Sensors {
		s := &run.Scene.Sensors[i]
		if s.Name != name {
			continue
		}
		p := sensor.New(s)
		if err := p.Bind(run.World); err != nil {
			t.Fatal(err)
		}
		var out []float64
		for k := range s.Kind.Components() {
			out = append(out, p.Measure(run.World, 1/float64(run.Scene.Hertz), k))
		}
		return out
	}
	t.Fatalf("there is no sensor %q", name)
	return nil
}

// TestSensorsBesideMuJoCo holds sensors of all kinds but accelerations and forces in the first keyframe, with the
// values that MuJoCo 3.14 computes: testdata/sensors.txt.
func TestSensorsBesideMuJoCo(t *testing.T) {
	text, err := os.ReadFile("testdata/sensors.xml")
	if err != nil {
		t.Fatal(err)
	}
	known, err := os.ReadFile("testdata/sensors.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, _, run := scenetest.Build(t, string(text), withFiles)
	defer run.World.Close()
	lines := strings.Split(strings.TrimSpace(string(known)), "\n")
	if len(lines) < 29 {
		t.Fatalf("only %d sensors", len(lines))
	}
	for _, line := range lines {
		words := strings.Fields(line)
		got := measure(t, run, words[0])
		if len(got) != len(words)-1 {
			t.Errorf("%s has %d values, not %d", words[0], len(got), len(words)-1)
			continue
		}
		sign := 1.0
		if want, _ := strconv.ParseFloat(words[1], 64); len(got) == 4 && want*got[0] < 0 {
			sign = -1 // the same rotation
		}
		for k, x := range got {
			want, err := strconv.ParseFloat(words[k+1], 64)
			if err != nil {
				t.Fatal(err)
			}
			if !(math.Abs(sign*x-want) <= 2e-5*max(1, math.Abs(want))) {
				t.Errorf("%s: %v, MuJoCo has %v", words[0], got, words[1:])
				break
			}
		}
	}
}

// TestSensorsAtRest holds forces and accelerations of bodies at rest: weights, and the gravity that an accelerometer
// feels.
func TestSensorsAtRest(t *testing.T) {
	_, _, run := scenetest.Build(t, `<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
<body name="box" pos="0 0 0.2"><freejoint/><geom type="box" size=".2 .2 .2" mass="4"/><site name="sole" type="box" size=".25 .25 .05" pos="0 0 -.2"/>
 <site name="corner" size=".1" pos=".2 .2 -.2"/><site name="middle" size=".01"/><site name="away" size=".01" pos="3 0 0"/><site name="side" euler="0 90 0"/></body>
<body name="arm" pos="2 0 1"><joint name="j" axis="0 1 0" stiffness="50" damping="4"/><geom size=".1" pos=".3 0 0" mass="2"/><site name="hold" pos=".1 0 0"/></body>
<body name="lift" pos="-2 0 1"><joint name="l" type="slide" axis="0 0 1" stiffness="500" damping="60"/><geom size=".1" mass="3"/><site name="down" euler="180 0 0"/></body>
</worldbody><actuator><position name="p" joint="l" kp="100" ctrlrange="0 1"/></actuator>
<sensor><touch name="sole" site="sole"/><touch name="corner" site="corner"/><touch name="middle" site="middle"/><touch name="away" site="away"/>
<accelerometer name="side" site="side"/><framelinacc name="up" objtype="xbody" objname="box"/><force name="hold" site="hold"/><torque name="bend" site="hold"/>
<force name="lift" site="down"/><rangefinder name="range" site="down"/><actuatorfrc name="p" actuator="p"/><jointpos name="l" joint="l"/></sensor></mujoco>`, withFiles)
	defer run.World.Close()
	const g = 9.81
	probes := map[string]*sensor.Probe{}
	for i := range run.Scene.Sensors {
		s := &run.Scene.Sensors[i]
		probes[s.Name] = sensor.New(s)
		if err := probes[s.Name].Bind(run.World); err != nil {
			t.Fatal(err)
		}
	}
	length := 1 / float64(run.Scene.Hertz)
	read := func(name string, k int) float64 { return probes[name].Measure(run.World, length, k) }
	if x := read("up", 2); !math.IsNaN(x) {
		t.Errorf("an acceleration before any step: %g", x)
	}
	for range 4 * run.Scene.Hertz {
		if err := run.Advance(0); err != nil {
			t.Fatal(err)
		}
		for name := range probes {
			read(name, 0)
		}
	}
	tilt := -read("l", 0)
	angle := math.Atan2(-read("hold", 0), read("hold", 2))
	for _, c := range []struct {
		name      string
		component int
		want      float64
	}{
		// rays from the points upwards meet the zone in the middle only where they are below it
		{"sole", 0, 4 * g}, {"corner", 0, g}, {"middle", 0, 0}, {"away", 0, 0},
		{"side", 0, -g}, {"side", 2, 0}, {"up", 2, g},
		{"lift", 2, -3 * g}, {"l", 0, -3 * g / 600}, {"p", 0, 100 * tilt}, {"range", 0, 1 - tilt},
		{"hold", 1, 0}, {"bend", 1, -2 * g * 0.2 * math.Cos(angle)},
	} {
		if got := read(c.name, c.component); !(math.Abs(got-c.want) <= 0.005*max(1, math.Abs(c.want))) {
			t.Errorf("%s, value %d: %g, not %g", c.name, c.component, got, c.want)
		}
	}
}

// TestSensorsLeftOut holds that a sensor that cannot be measured is named, and that the others stay.
func TestSensorsLeftOut(t *testing.T) {
	s, f, _ := scenetest.Build(t, `<mujoco><worldbody><body name="a"><freejoint/><geom size="0.1"/><site name="s"/><body name="tip" pos="1 0 0"><geom size="0.1"/><site name="fixed"/></body></body></worldbody>
<sensor><gyro site="s"/><gyro site="s"/><gyro name="none" site="nowhere"/><force name="welded" site="fixed"/><force name="free" site="s"/><user name="own" dim="2"/>
<jointpos name="joint" joint="j"/><subtreecom name="part" body="tip"/><framepos name="camera" objtype="camera" objname="c"/><clock/></sensor></mujoco>`, withFiles)
	var names []string
	for _, x := range s.Sensors {
		names = append(names, x.Name)
	}
	if got := strings.Join(names, " "); got != "gyro1 gyro2 clock1" {
		t.Errorf("the sensors are %q", got)
	}
	for _, word := range []string{`no site "nowhere"`, "fixed to its parent", "is free", "not known here",
		`no joint "j"`, "part of its parent", `type "camera"`} {
		scenetest.Listed(t, f, word)
	}
	if n := f.CountOf(model.RankIgnored); n < 7 {
		t.Errorf("%d are named as ignored", n)
	}
}
