package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"tumble/engine/param"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/scenes"
)

// scene finds the scene. Without it nothing else can be checked.
func (c *checker) scene(s *Study, f *file) bool {
	if f.Scene == "" {
		c.failf("scene", "is missing: the name of a scene, or of a file beside the study")
		return false
	}
	scene, err := findScene(s.Path, f.Scene)
	if err != nil {
		c.failf("scene", "%s", err)
		return false
	}
	s.Scene = scene
	c.config = param.NewConfig(scene)
	c.spec = c.config.Registry()
	return true
}

// mostSteps bounds the steps of a cell, so that a slip of the pen does not run for a year.
const mostSteps = 100_000_000

func (c *checker) limits(s *Study, f *file) {
	s.Steps = f.Steps
	if _, given := c.lines["steps"]; !given {
		s.Steps = s.Scene.Steps
	}
	if s.Steps < 1 || s.Steps > mostSteps {
		c.failf("steps", "%d: must be 1 to %d", s.Steps, mostSteps)
	}
	if s.Until = f.Until; f.Until != "" {
		c.condition("until", f.Until)
	}
	if f.TimeLimit != "" {
		d, err := time.ParseDuration(f.TimeLimit)
		if err != nil || d <= 0 {
			c.failf("time_limit", "%q: must be a time as 30s or 5m", f.TimeLimit)
		}
		s.TimeLimit = d
	}
	keys := make([]string, 0, len(f.Set))
	for key := range f.Set {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		// bodies and joints are looked for in the scene with its parameters
		switch x, y := meter.IsSetting(a), meter.IsSetting(b); {
		case x && !y:
			return 1
		case y && !x:
			return -1
		}
		return c.lines["set."+a] - c.lines["set."+b]
	})
	for _, key := range keys {
		if t, ok := c.target(s, "set."+key, key); ok {
			if v, ok := c.value("set."+key, t, f.Set[key]); ok {
				s.set = append(s.set, fixed{t, v})
				// the value was checked: the sample is built with it
				_ = t.spec.SetValue(v)
			}
		}
	}
}

// condition compiles a condition to see whether it is one.
func (c *checker) condition(key, text string) {
	if _, err := meter.Compile(text); err != nil {
		c.failf(key, "%s", err)
	}
}

// mostName (bytes) is how long the name of a column is.
const mostName = 400

// close frees the world in which things were looked for.
func (c *checker) close() {
	if c.sample != nil {
		c.sample.Close()
	}
}

// world is the sample.
func (c *checker) world(scene *scenes.Scene) (*physics.World, error) {
	if c.sample == nil {
		run, err := scene.New(scene.WorldDef(), c.config.Values)
		if err != nil {
			return nil, err
		}
		c.sample = run.World
	}
	return c.sample, nil
}

// meter reads an expression, and looks for its things in a world of the scene.
func (c *checker) meter(s *Study, key, text string) (*meter.Meter, bool) {
	m, err := meter.Expression(text)
	if err == nil && m.Timed() {
		err = errors.New("wall times are no result; times.csv has those of the cells")
	}
	var w *physics.World
	if err == nil {
		w, err = c.world(s.Scene)
	}
	if err == nil {
		err = m.Bind(w, s.Scene)
	}
	if err != nil {
		c.failf(key, "%q: %s", text, oneLine(err.Error()))
	}
	return m, err == nil
}

// target finds the parameter or quantity that a key sets.
func (c *checker) target(s *Study, at, key string) (*target, bool) {
	t, err := findTarget(c.spec, key)
	if err == nil && t.spec.IsThing() {
		var w *physics.World
		if w, err = c.world(s.Scene); err == nil {
			err = t.find(w, s.Scene)
		}
	}
	if err != nil {
		c.failf(at, "%s", strings.TrimPrefix(err.Error(), "param: "))
		return nil, false
	}
	return t, true
}

// value reads a value of a target: a number, a truth value or the name of a choice.
func (c *checker) value(at string, t *target, v any) (float64, bool) {
	text := fmt.Sprint(v)
	if x, ok := v.(float64); ok {
		text = strconv.FormatFloat(x, 'g', -1, 64)
	}
	x, err := t.spec.Parse(text)
	if err != nil {
		c.failf(at, "%s", strings.TrimPrefix(err.Error(), "param: "))
	}
	return x, err == nil
}

// name checks that a column has a name of its own.
func (c *checker) name(at, name string, known *[]string) {
	if strings.ContainsAny(name, "\n\r") || strings.TrimSpace(name) != name || name == "" || len(name) > mostName {
		c.failf(at, "%.200q: must be a name of at most %d bytes without line ends", name, mostName)
	}
	if slices.Contains(reservedColumns, name) || slices.Contains(*known, name) {
		c.failf(at, "%q: another column is called so", name)
	}
	*known = append(*known, name)
}

func (c *checker) measures(s *Study, f *file) {
	var names []string
	for i := range s.Parameters {
		names = append(names, s.Parameters[i].Key)
	}
	for i, m := range f.Metric {
		at := fmt.Sprintf("metric.%d", i+1)
		metric := Metric{Name: m.Name, Reduce: m.Reduce, Until: m.Until}
		switch {
		case (m.Meter == "") == (m.Until == ""):
			c.failf(at, "must have either meter or until")
			continue
		case m.Until != "":
			if m.Reduce != "" {
				c.failf(at+".reduce", "%q: goes with meter, not with until", m.Reduce)
			}
			c.condition(at+".until", m.Until)
			metric.Unit = "s"
			if metric.Name == "" {
				metric.Name = "time until " + m.Until
			}
		default:
			known, ok := c.meter(s, at+".meter", m.Meter)
			if !ok {
				continue
			}
			if metric.Reduce == "" {
				metric.Reduce = "max"
			}
			if !slices.Contains(meter.Reductions, metric.Reduce) {
				c.failf(at+".reduce", "%q: must be one of %s", m.Reduce, strings.Join(meter.Reductions, ", "))
			}
			metric.Meter, metric.Unit = known, known.Unit
			if metric.Name == "" {
				metric.Name = m.Meter + " " + metric.Reduce
			}
		}
		c.name(at+".name", metric.Name, &names)
		s.Metrics = append(s.Metrics, metric)
	}
	for i, g := range f.Guard {
		at := fmt.Sprintf("guard.%d", i+1)
		if g.Breaks == "" {
			c.failf(at+".breaks", "is missing: the condition that breaks the guard rail, as 'penetration.max > 0.01'")
			continue
		}
		c.condition(at+".breaks", g.Breaks)
		if g.Name == "" {
			g.Name = g.Breaks
		}
		c.name(at+".name", g.Name, &names)
		s.Guards = append(s.Guards, Guard{Name: g.Name, Breaks: g.Breaks, Stop: g.Stop})
	}
}

func (c *checker) repeat(s *Study, f *file) {
	r := &f.Repeat
	s.Repeat.Count = r.Count
	if _, given := c.lines["repeat.count"]; !given {
		s.Repeat.Count = 1
	}
	if s.Repeat.Count < 1 || s.Repeat.Count > 10000 {
		c.failf("repeat.count", "%d: must be 1 to 10000", s.Repeat.Count)
	}
	start := param.NewRegistry()
	if err := param.AddStart(start, &s.Repeat.Start); err != nil {
		c.failf("repeat", "%s", err)
		return
	}
	varies := false
	for _, x := range []struct {
		key   string
		value float64
	}{{"position", r.Position}, {"rotation", r.Rotation}, {"velocity", r.Velocity}, {"spin", r.Spin}} {
		p, err := start.Lookup("start." + x.key)
		if err == nil {
			err = p.SetValue(x.value)
		}
		if err != nil {
			c.failf("repeat."+x.key, "%s", strings.TrimPrefix(err.Error(), "param: "))
		}
		varies = varies || x.value != 0
	}
	if s.Repeat.Count > 1 && !varies {
		c.failf("repeat", "repetitions without position, rotation, velocity or spin are all the same")
	}
}

func (c *checker) fit(s *Study, f *file) {
	s.Fit = Fit{Method: f.Fit.Method, Offset: f.Fit.Offset}
	if s.Fit.Method == "" {
		s.Fit.Method = "auto"
	}
	if !slices.Contains([]string{"auto", "lm", "cma"}, s.Fit.Method) {
		c.failf("fit.method", "%q: must be auto, lm or cma", f.Fit.Method)
	}
	if v := f.Fit.Offset; !(v >= 0 && v <= 1e3) {
		c.failf("fit.offset", "%g: must be 0 to 1000 s", v)
	}
	for i, x := range f.Fit.Follow {
		at := fmt.Sprintf("fit.follow.%d", i+1)
		if x.Column == "" || x.Quantity == "" {
			c.failf(at, "must have column and quantity")
			continue
		}
		q, _ := c.meter(s, at+".quantity", x.Quantity)
		if !(x.Deviation >= 0) || math.IsInf(x.Deviation, 0) {
			c.failf(at+".deviation", "%g: must not be negative", x.Deviation)
		}
		s.Fit.Follow = append(s.Fit.Follow, Follow{x.Column, x.Quantity, x.Deviation, q})
	}
}
