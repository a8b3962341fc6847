package app

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"testing"
	"time"

	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/internal/app/session"
)

// cpuProfile is the part of a CPU profile that tests read: samples by function that ran and by label.
type cpuProfile struct {
	samples   int
	functions map[string]int
	labels    map[string]int // "key=value"
}

// top is the function or label with most samples among those with a prefix.
func top(counts map[string]int, prefix string) (name string, n int) {
	for k, v := range counts {
		if strings.HasPrefix(k, prefix) && (v > n || v == n && k < name) {
			name, n = k, v
		}
	}
	return name, n
}

// fields calls f for every field of a protocol buffer message (developers.google.com/protocol-buffers).
func fields(b []byte, f func(number int, value uint64, data []byte)) {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		b = b[n:]
		switch tag & 7 {
		case 0:
			v, n := binary.Uvarint(b)
			b = b[n:]
			f(int(tag>>3), v, nil)
		case 2:
			length, n := binary.Uvarint(b)
			f(int(tag>>3), 0, b[n:n+int(length)])
			b = b[n+int(length):]
		default:
			return
		}
	}
}

func packed(data []byte, value uint64) (list []uint64) {
	if data == nil {
		return []uint64{value}
	}
	for len(data) > 0 {
		v, n := binary.Uvarint(data)
		list, data = append(list, v), data[n:]
	}
	return list
}

// readProfile reads a CPU profile (github.com/google/pprof/proto/profile.proto). With a label only samples that
// have it count.
func readProfile(t *testing.T, compressed []byte, only string) cpuProfile {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	functions, lines := map[uint64]uint64{}, map[uint64]uint64{}
	fields(data, func(number int, _ uint64, d []byte) {
		var id, name uint64
		switch number {
		case 4: // location: id, line
			fields(d, func(n int, v uint64, l []byte) {
				switch {
				case n == 1:
					id = v
				case n == 4 && name == 0:
					fields(l, func(n int, v uint64, _ []byte) {
						if n == 1 {
							name = v
						}
					})
				}
			})
			lines[id] = name
		case 5: // function: id, name
			fields(d, func(n int, v uint64, _ []byte) {
				switch n {
				case 1:
					id = v
				case 2:
					name = v
				}
			})
			functions[id] = name
		case 6:
			texts = append(texts, string(d))
		}
	})
	p := cpuProfile{functions: map[string]int{}, labels: map[string]int{}}
	fields(data, func(number int, _ uint64, d []byte) {
		if number != 2 {
			return
		}
		var location, count uint64
		var labels []string
		fields(d, func(n int, v uint64, s []byte) {
			switch n {
			case 1:
				if list := packed(s, v); location == 0 && len(list) > 0 {
					location = list[0]
				}
			case 2:
				if list := packed(s, v); count == 0 && len(list) > 0 {
					count = list[0]
				}
			case 3:
				var key, text uint64
				fields(s, func(n int, v uint64, _ []byte) {
					switch n {
					case 1:
						key = v
					case 2:
						text = v
					}
				})
				labels = append(labels, texts[key]+"="+texts[text])
			}
		})
		if only != "" && !strings.Contains(strings.Join(labels, ","), only) {
			return
		}
		p.samples += int(count)
		p.functions[texts[functions[lines[location]]]] += int(count)
		for _, l := range labels {
			p.labels[l] += int(count)
		}
	})
	return p
}

// The step of a capture, done again and again, gives a profile with a thousand samples that names what was slow: the
// solver, where a sleeping pyramid was woken, and the narrow phase of hulls, where a heap of stones was.
func TestRehitProfileNamesTheFunction(t *testing.T) {
	samples := 150
	if os.Getenv("TUMBLE_SOAK") != "" {
		samples = 1000
	}
	h := newHitchRig(t, "pyramid1275")
	defer h.close()
	h.app.send(h.loop.World(), &input.Event{Time: h.clock.Now()}, session.WakeCommand())
	h.reading = 2 * timestep.Millisecond
	h.run(1)
	h.reading = 2 * timestep.Microsecond
	h.run(5)
	dirs := h.captures()
	if len(dirs) != 1 {
		t.Fatalf("%d captures of %v", len(dirs), h.found)
	}
	r, err := capture.OpenHitch(dirs[0], 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Session.World().Close()
	if err := r.To(r.Step); err != nil {
		t.Fatal(err)
	}
	r.LabelSteps()
	clock := timestep.RealClock()
	var b bytes.Buffer
	if err := pprof.StartCPUProfile(&b); err != nil {
		t.Skipf("another profile is being taken: %v", err)
	}
	// a sample each 10 ms of processor time, and some of that is for bringing the state back
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	counters := diagnose.NewCounterSource()
	busy := counters.CPU
	if busy() == 0 {
		busy = clock.Now
	}
	for begin := busy(); busy()-begin < int64(samples+samples/4)*10*timestep.Millisecond; {
		if _, err := r.Again(clock.Now); err != nil {
			pprof.StopCPUProfile()
			t.Fatal(err)
		}
	}
	pprof.StopCPUProfile()
	p := readProfile(t, b.Bytes(), "rehit=step")
	function, n := top(p.functions, "")
	stage, m := top(p.labels, "stage=")
	t.Logf("%d samples of the step, %d of %s, %d of %s", p.samples, n, function, m, stage)
	if p.samples < samples {
		t.Errorf("%d samples, want %d", p.samples, samples)
	}
	// no stage of a step of boxes takes more than a quarter, and samples are few
	if !strings.HasPrefix(function, "tumble/physics/internal/solve") || m < p.samples/8 {
		t.Errorf("most samples are in %s and of %s", function, stage)
	}
	if err := r.Same(); err != nil {
		t.Error(err)
	}
}

// A profile of steps has the steps that were asked for, with their stages.
func TestProfileOfSteps(t *testing.T) {
	t.Chdir(t.TempDir())
	h := newRig(t, "pyramid210", nil)
	defer h.close()
	h.app.session.Config.Settings.SleepEnabled = false
	if err := h.app.session.World().SetSettings(h.app.session.Config.Settings); err != nil {
		t.Fatal(err)
	}
	h.run(5)
	before := h.app.session.Run.StepCount
	h.key(key('U'), 0)
	if !h.app.profiler.Running() {
		t.Skipf("no profile: %s", h.app.hud.Toast())
	}
	h.key(key('U'), 0)
	if !strings.Contains(h.app.hud.Toast(), "already") {
		t.Errorf("a second profile: %s", h.app.hud.Toast())
	}
	for h.app.session.Run.StepCount-before < profileLength {
		h.run(1)
	}
	if n := h.app.session.Run.StepCount - before; n < profileLength || n > profileLength+4 {
		t.Errorf("%d steps were profiled", n)
	}
	for i := 0; h.app.profiler.Running() && i < 200; i++ {
		time.Sleep(10 * time.Millisecond)
	}
	h.run(1)
	list, err := filepath.Glob("tumble-pyramid210-*.pprof")
	if err != nil || len(list) != 1 ||
		!strings.Contains(h.app.hud.Toast(), "300 steps: go tool pprof -tagfocus profile=steps "+list[0]) {
		t.Fatalf("%v, %v, %s", list, err, h.app.hud.Toast())
	}
	data, err := os.ReadFile(list[0])
	if err != nil {
		t.Fatal(err)
	}
	p := readProfile(t, data, "profile=steps")
	if p.samples == 0 {
		t.Error("no samples of the steps")
	}
	for label := range p.labels {
		if key, _, _ := strings.Cut(label, "="); key != "stage" && key != "pair" && key != "loop" && key != "profile" {
			t.Errorf("label %s", label)
		}
	}
}
