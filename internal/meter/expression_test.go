package meter

import (
	"errors"
	"math"
	"strings"
	"testing"

	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/vec"
)

// TestUnits: what is added, compared or chosen from has one unit, products have the product of theirs, and an error
// names both.
func TestUnits(t *testing.T) {
	w := run(t, "box", 1).World
	for text, want := range map[string]string{
		`body("body1").x - body("body0").x`: "m", `body("body1").speed * time`: "m", `body("body1").x / time`: "m/s",
		`0.5 * body("body1").mass * body("body1").speed**2 + energy.total`: "J", `rate(body("body1").speed)`: "m/s²",
		`integral(energy.total)`: "kg·m²/s", `body("body1").roll / deg`: "", `abs(body("body1").x) + 3`: "m",
		`max(body("body1").x, 5*mm, 2)`: "m", `body("body1").momentum.x / body("body1").mass + 100*km/h`: "m/s",
		`step > 3 ? body("body1").x : 0`: "m", `body("body1").x ** 0.5`: "m^0.5", `time ** -2`: "1/s²",
		`contact.impulse / time`:     "N",
		`speed.max > 3 or step == 2`: "", `body("body1").angular_momentum.x`: "kg·m²/s", `truth.error + 1*s`: "s",
	} {
		m, err := Expression(text)
		if err == nil {
			err = m.Bind(w, nil)
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if m.Unit != want {
			t.Errorf("%s is in %q, want %q", text, m.Unit, want)
		}
	}
	for text, want := range map[string]string{
		`body("body1").x + time`: "adding m and s", `speed.max > time`: "comparing m/s and s",
		`energy.total - 3*m`:   "subtracting J and m",
		`max(speed.max, time)`: "max of m/s and s", `step > 1 ? time : speed.max`: "choosing from s and m/s",
		`2 ** time`: "an exponent is a number, not s", `time ** step`: "s needs a number as its exponent",
		`body("body1").speed > 2*time*body("body1").x`: "comparing m/s and m·s",
		`time % speed.max`:          "dividing s and m/s",
		`energy.total == speed.max`: "comparing J and m/s", `body("body1").awake + 1`: "true or false",
	} {
		if _, err := Expression(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	// units that follow from the joint are checked when it is known
	ropes := run(t, "rope_bridge", 1).World
	m, err := Expression(`joint("joint10").angle + 2*m`)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Bind(ropes, nil); err == nil || !strings.Contains(err.Error(), "a number and m") {
		t.Errorf("the angle of a ball joint plus metres: %v", err)
	}
}

// TestOrientation turns a body about each axis, and in the order of Tait and Bryan about all, and reads the angles
// back.
func TestOrientation(t *testing.T) {
	r := run(t, "box", 0)
	b, _ := r.World.BodyAt(1)
	set := expressions(t, r.World, `body("body1").yaw, body("body1").pitch, body("body1").roll, body("body1").tilt,
		body("body1").velocity.local.x, body("body1").velocity.local.y, body("body1").velocity.local.z`)
	for _, yaw := range []float32{-2.5, -0.4, 0, 1.1, 3} {
		for _, pitch := range []float32{-1.2, 0, 0.7} {
			for _, roll := range []float32{-2.9, -0.5, 0, 0.3, 1.7} {
				q := vec.QuatAxisAngle(vec.AxisY, yaw).Mul(vec.QuatAxisAngle(vec.AxisZ, pitch)).Mul(
					vec.QuatAxisAngle(vec.AxisX,
						roll))
				if b.SetTransform(physics.Transform{P: b.Position(), Q: q}) != nil ||
					b.SetLinearVelocity(q.Rotate(vec.V3(3, -1, 2))) != nil {
					t.Fatal("refused")
				}
				tilt := math.Acos(math.Cos(float64(pitch)) * math.Cos(float64(roll)))
				want := []float64{float64(yaw), float64(pitch), float64(roll), tilt, 3, -1, 2}
				for i, v := range set.Measure(r.World, Moment{}, nil) {
					if math.Abs(v-want[i]) > 1e-3 {
						t.Errorf("%s is %g, want %g", set.Meters()[i].Key, v, want[i])
					}
				}
			}
		}
	}
}

// expressions measures a list of expressions of a world.
func expressions(t testing.TB, w *physics.World, list string) *Set {
	t.Helper()
	meters, err := Parse(list)
	if err == nil {
		err = Bind(w, nil, meters)
	}
	if err != nil {
		t.Fatal(err)
	}
	return NewSet(meters)
}

// TestRateAndIntegral: the rate of a height is the velocity, the integral of the velocity the fall, to the order of a
// step.
func TestRateAndIntegral(t *testing.T) {
	r := run(t, "box", 0)
	set := expressions(t, r.World, `rate(body("body1").y), body("body1").velocity.y,
		integral(body("body1").velocity.y), body("body1").y`)
	start := set.Measure(r.World, Moment{}, nil)
	if !math.IsNaN(start[0]) || start[2] != 0 {
		t.Errorf("before the first step: %v", start)
	}
	for step := 1; step <= 40; step++ {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		v := set.Measure(r.World, After(step, 100), nil)
		if math.Abs(v[0]-v[1]) > 0.06 || math.Abs(v[2]-(v[3]-start[3])) > 0.03 {
			t.Errorf("step %d: %v", step, v)
		}
	}
}

// TestWheels drives the car: what its wheels carry is its weight, they roll without slipping on a straight way, and
// lock when it brakes.
func TestWheels(t *testing.T) {
	r := run(t, "driving", 200)
	chassis, _ := Parse(`body("chassis").mass`)
	if err := Bind(r.World, nil, chassis); err != nil {
		t.Fatal(err)
	}
	var list []string
	wheels := 0
	for _, j := range r.World.Joints(nil) {
		a, _ := j.Bodies()
		if j.Kind() == physics.KindWheel && a == chassis[0].inputs[0].o.a {
			name := `wheel("` + numberedJoint(j) + `").`
			list = append(list, name+"load", name+"slip", name+"camber", name+"slip_speed", name+"travel")
			wheels++
		}
	}
	if wheels != 4 {
		t.Fatalf("%d wheels", wheels)
	}
	set := expressions(t, r.World, strings.Join(list, ",")+`, body("chassis").mass * 9.81`)
	load, n := 0.0, 0
	var last []float64
	for step := 1; step <= 200; step++ {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		last = set.Measure(r.World, After(step, 100), last[:0])
		for i := range wheels {
			if v := last[5*i]; !math.IsNaN(v) {
				load += v
			}
			if slip := last[5*i+1]; math.Abs(slip) > 0.3 {
				t.Errorf("step %d: wheel %d slips by %g", step, i, slip)
			}
			if camber := last[5*i+2]; math.Abs(camber) > 0.2 {
				t.Errorf("step %d: wheel %d leans by %g", step, i, camber)
			}
		}
		n++
	}
	weight := last[len(last)-1] + 4*20*9.81
	if mean := load / float64(n); math.Abs(mean/weight-1) > 0.05 {
		t.Errorf("the wheels carry %g N of %g N", mean, weight)
	}
}

// TestContactsOfExpressions: the normal force between a box at rest and the floor is its weight, and next to
// no friction is used.
func TestContactsOfExpressions(t *testing.T) {
	r := run(t, "box", 300)
	set := expressions(t, r.World, `contact("body1", "body0").force, contact("body1", "body0").friction_used,
		contact("body1", "body0").slip,
		body("body1").mass * 9.81, contact("body1", "body0").touching, body("body1").awake`)
	v := set.Measure(r.World, After(300, 100), nil)
	if math.Abs(v[0]/v[3]-1) > 0.01 || v[1] > 0.1 || v[2] > 1e-3 || v[4] != 1 {
		t.Errorf("a box at rest: %v", v)
	}
}

// TestExpressionsAllocateNothing: neither the quantities of all things nor a hundred expressions over them, once the
// lists have their size.
func TestExpressionsAllocateNothing(t *testing.T) {
	r := run(t, "driving", 60)
	var list []string
	for i := range Things {
		t := &Things[i]
		name := strings.NewReplacer(`wheel("NAME")`, `wheel("wheel[1]")`, `joint("NAME")`, `joint("wheel[1]")`,
			`"NAME", "NAME"`,
			`"wheel[2]", "chassis"`,
			`"NAME"`, `"chassis"`).Replace(t.Form)
		for _, q := range t.Quantities {
			if t.Call != "sensor" {
				list = append(list, name+q.Name)
			}
		}
	}
	list = append(list, manyExpressions("chassis", "wheel[3]")...)
	set := expressions(t, r.World, strings.Join(list, ","))
	out := set.Measure(r.World, Moment{}, nil)
	step := 0
	if n := testing.AllocsPerRun(20, func() { step++; out = set.Measure(r.World, After(step, 100), out[:0]) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// manyExpressions are a hundred expressions over two bodies.
func manyExpressions(a, b string) (list []string) {
	replace := strings.NewReplacer("A", a, "B", b)
	for i := range 25 {
		n := string(rune('a' + i))
		for _, text := range []string{`body("A").x - body("B").x`, `abs(body("A").velocity.local.x)`,
			`rate(body("A").speed)`,
			`max(body("A").spin, body("B").spin) > 1 ? 1 : 0`} {
			list = append(list, replace.Replace(text)+" + 0 * "+strings.Repeat("1", i%7+1)+strings.Repeat(" ", len(n)))
		}
	}
	return list
}

// TestConditionErrors wrap ErrCondition where units do not agree once the joint is known.
func TestConditionErrors(t *testing.T) {
	c, err := Compile(`joint("joint10").angle > 2*m`)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Bind(run(t, "rope_bridge", 1).World, nil); !errors.Is(err, ErrCondition) {
		t.Errorf("%v", err)
	}
}

// BenchmarkExpressions reports what a hundred expressions of single things cost a step of a world of a thousand bodies.
func BenchmarkExpressions(b *testing.B) {
	r := run(b, "mixed_rain", 300)
	bodies := r.World.Bodies(nil)
	var meters []*Meter
	for i := range 100 {
		texts := []string{`body("A").x - body("B").x`, `abs(body("A").velocity.local.x)`, `rate(body("A").speed)`,
			`body("A").tilt/deg > 30`}
		text := strings.NewReplacer("A", bodyname.Of(bodies[1+i]), "B", bodyname.Of(bodies[2+i])).Replace(texts[i%4])
		m, err := Expression(text)
		if err == nil {
			err = m.Bind(r.World, nil)
		}
		if err != nil {
			b.Fatal(err)
		}
		meters = append(meters, m)
	}
	set := NewSet(meters)
	out := set.Measure(r.World, Moment{}, nil)
	n := 0
	for b.Loop() {
		out = set.Measure(r.World, Moment{}, out[:0])
		n++
	}
}

// TestPaths: of several bodies of a name each has a path by which it is found, and so has its joint; the name alone
// is an error that lists the paths, in meters, conditions and settings.
func TestPaths(t *testing.T) {
	w := run(t, "driving", 1).World
	bodies := w.Bodies(nil)
	seen := map[string]bool{}
	for i, path := range bodyname.Paths(w, bodies) {
		b, candidates := bodyname.Lookup(w, path)
		if b != bodies[i] || len(candidates) > 0 || seen[path] {
			t.Errorf("%s: %v, %v", path, b, candidates)
		}
		seen[path] = true
	}
	if !seen["wheel[1]"] || !seen["wheel[4]"] || seen["wheel"] {
		t.Errorf("%v", seen)
	}
	for i := range 4 {
		name := "wheel[" + string(rune('1'+i)) + "]"
		m, err := Expression(`wheel("` + name + `").load`)
		if err == nil {
			err = m.Bind(w, nil)
		}
		if err != nil || bodyname.Path(m.inputs[0].o.b) != name {
			t.Errorf("%s: %v", name, err)
		}
	}
	for text, want := range map[string]string{
		`body("wheel").speed`:              `bodies are called "wheel": wheel[1], wheel[2], wheel[3], wheel[4]`,
		`joint("wheel").rate`:              `joints are called "wheel": joint`,
		`joint("chassis", "wheel").rate`:   `(wheel[1]), joint`,
		`wheel("wheel").slip`:              `wheels are called "wheel": joint`,
		`body("wheel[9]").speed`:           `there is no body "wheel[9]"; there are`,
		`contact("wheel", "chassis").slip`: `wheel[2]`,
	} {
		m, err := Expression(text)
		if err == nil {
			err = m.Bind(w, nil)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	s, err := FindSetting(`joint("chassis", "wheel").hertz`)
	if err == nil {
		err = s.Bind(w, nil)
	}
	if err == nil || !strings.Contains(err.Error(), "wheel[4]") {
		t.Errorf("a setting of one of four: %v", err)
	}
}

// TestGrouping: the operators bind in the order of their precedence, and an error points at its position.
func TestGrouping(t *testing.T) {
	for text, want := range map[string]float64{
		"2 + 3 * 4": 14, "(2 + 3) * 4": 20, "7 - 2 - 1": 4, "2 ** 3 ** 2": 512, "-2 ** 2": -4, "2 ** -1": 0.5,
		"12 / 2 / 3":        2,
		"1_000 + .5 + 2e-1": 1000.7, "0 < 1 < 2": 1, "0 < 3 < 2": 0, "3 > 2 >= 2 > 1": 1, "not false and false": 0,
		"false and true or true": 1, "1 < 2 == true": 1, "true ? 1 : false ? 2 : 3": 1, "false ? 1 : false ? 2 : 3": 3,
		"- - 3": 3, "!true || true": 1, "max(1,\n 2,)": 2,
	} {
		m, err := Expression(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := (&frame{}).run(m.ops, nil, nil); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s is %g, want %g", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"1 +\n\t2 + é": "there is no quantity é; " + whatThereIs + " (2:6)\n |  2 + é\n | .....^",
		"5mm":          "5mm is no number (1:1)",
		"(1":           "unexpected end of the expression (1:3)", "1 & 2": "unexpected '&' (1:3)",
		"1e999":   "1e999 is no number",
		`body("a`: "no closing \" (1:6)", `body("\q")`: "unknown escape",
		"1 2": "unexpected 2 (1:3)", "0x10": "0x10 is no number",
		"a and or b": "unexpected or (1:7)", "speed.": "a name is needed here (1:7)",
		// each bracket is compiled twice: 2^20 operations
		strings.Repeat("0<(", 20) + "true" + strings.Repeat("?1:1)<2", 20): "takes more than 256 operations",
	} {
		if _, err := Expression(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40s: %v, want %s", text, err, want)
		}
	}
}
