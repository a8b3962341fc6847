package meter

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// The most that any text may take: memory (bytes) to compile it, and time to compile and evaluate it.
const (
	mostCompileBytes = 8 << 20
	mostTextTime     = 100 * time.Millisecond
)

// hostileConditions would loop, allocate, or read a quantity by a way that no check of names sees.
var hostileConditions = []string{
	"let a = 1..999999; all(a, all(a, # > 0))", "all(1..999999, # > 0)", "len(1..9999999) > 0",
	"any(map(1..1e9, #), # > 3)",
	"sum(filter(1..99999, # % 2 == 0)) > 0", `repeat("a", 999999999) == "b"`, "reduce(1..9, #acc + #) > 0",
	"count(1..99, # > 3) > 0",
	`get(speed, "max") > 1`, "values(speed)[0] > 1", `$env["speed"].max > 1`, "(true ? speed : energy).max > 1",
	`{"a": speed}.a.max > 1`, "speed?.max > 1", "speed | values | first > 1", "[speed.max][0] > 1",
	"(speed).max.max > 1",
	"let s = speed; s.max > 1", "speed[step] > 1", `speed["m" + "ax"] > 1`, "keys(speed)[0] == 'max'", "speed == speed",
	`body("a") == body("b")`, "nil == nil", "1 in [1]", `"a" matches "(a*)*b"`, `"a" < "b"`, `now().Year() > 1`,
	"speed.max ?? 1 > 0",
	"true; false", "speed.max > true", "true ? 1 : false", "(true ? 1 : 2)", "-true", "not 1",
	"max(1..3) > 2", "max([1, 2]) > 1", "min(1) > 0", "abs(1, 2) > 0", "#", "$env", "step()", "touching",
	`touching("a", step)`,
	strings.Repeat("1+", 2000) + "1 > 0", strings.Repeat("-", 4000) + "1 > 0", strings.Repeat("(", 4000),
	strings.Repeat("!", 3000) + "true",
	`body("` + strings.Repeat("x", 3000) + `") > 1`, strings.Repeat(`touching("a","b")||`, 300) + "true",
	"\v\vA ",
}

// TestHostileConditions are refused when they are compiled, at once and within a bounded memory: none is evaluated to a
// silent 0.
func TestHostileConditions(t *testing.T) {
	for _, text := range hostileConditions {
		began, before := time.Now(), allocated()
		_, err := Compile(text)
		if took := time.Since(began); took > mostTextTime {
			t.Errorf("%.60s: takes %v", text, took)
		}
		if bytes := allocated() - before; bytes > mostCompileBytes {
			t.Errorf("%.60s: takes %d bytes", text, bytes)
		}
		if err == nil {
			t.Errorf("%.60s is taken", text)
		} else if len(err.Error()) > 4*longestCondition {
			t.Errorf("%.60s: an error of %d bytes", text, len(err.Error()))
		}
	}
}

// TestTypedConditions go through the language: each is taken, and has the value that is worked out here.
func TestTypedConditions(t *testing.T) {
	for text, want := range map[string]bool{
		"step == 3 and time == 0.5": true, "step % 2 == 1": true, "max(step, 7) == 7 && min(1, 2, step) == 1": true,
		"abs(-2) == 2 and floor(2.5) == 2 and ceil(2.5) == 3 and round(2.6) == 3": true,
		"2 ** 3 == 8 and 2 ^ 3 == 8": true,
		"(step > 2 ? 1 : 2) == 1":    true, "not (step > 2) or !true": false, "step > 2 ? false : true": false,
		"1 / 0 > 1e300": true,
		`body("body1")["y"] > -1e6 and body("body1").awake == true`: true, "bodies.count >= 1 == true": true,
		"+1 > -1":                              true,
		`speed.max >= 0 and speed["max"] >= 0`: true, `!touching("body0", "body1")`: true,
		strings.Repeat("1+", 120) + "1 > 0": true,
	} {
		c, err := Compile(text)
		if err != nil {
			t.Error(err)
			continue
		}
		w := run(t, "box", 1).World
		if err := c.Bind(w, nil); err != nil {
			t.Fatal(err)
		}
		if c.Holds(w, Moment{Step: 3, Time: 0.5}) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
}

// TestConditionOfGoneBody: no number, which is neither above nor below anything.
func TestConditionOfGoneBody(t *testing.T) {
	c, err := Compile(`body("body1").y > -1e9 or body("body1").y < 1e9 or body("body1").awake`)
	if err != nil {
		t.Fatal(err)
	}
	w := run(t, "box", 1).World
	if err := c.Bind(w, nil); err != nil {
		t.Fatal(err)
	}
	if !c.Holds(w, Moment{Step: 1}) {
		t.Fatal("the body is there")
	}
	for _, b := range w.Bodies(nil) {
		b.Destroy()
	}
	if c.Holds(w, Moment{Step: 2}) {
		t.Error("the body is gone")
	}
}

func allocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// FuzzCondition compiles any text. One that is taken is evaluated over a world. Neither panics nor takes more than it
// may.
func FuzzCondition(f *testing.F) {
	for _, text := range hostileConditions {
		f.Add(text)
	}
	f.Add(`penetration.max > 0.01 && step > 100 or body("body1").speed ** 2 < abs(time) * m**2/s**3 and
		not touching("body0", "body1")`)
	w := run(f, "box", 3).World
	f.Fuzz(func(t *testing.T, text string) {
		before := allocated()
		c, err := Compile(text)
		if bytes := allocated() - before; bytes > mostCompileBytes {
			t.Fatalf("compiling takes %d bytes", bytes)
		}
		if err != nil {
			return
		}
		if err := c.Bind(w, nil); err != nil {
			return
		}
		before = allocated()
		for step := range 3 {
			c.Holds(w, Moment{Step: step, Time: 0.5})
		}
		if bytes := allocated() - before; bytes > mostCompileBytes {
			t.Fatalf("three evaluations take %d bytes", bytes)
		}
	})
}
