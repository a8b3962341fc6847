package diagnose

import (
	"math"
	"slices"

	"tumble/engine/timestep"
)

// Goal is a goal of docs/timestep.md for a running window, with the measured figure.
type Goal struct {
	Number     int
	Name, Unit string
	Limit      float64 // at most
	Measured   float64
	Known      bool   // there is something to measure
	Why        string // the reason if nothing is known
	machine    bool
}

// Held reports whether the goal is reached.
func (g *Goal) Held() bool { return g.Known && g.Measured <= g.Limit }

// OfMachine reports whether the machine, with all its other programs, decides the figure as much as this program does.
func (g *Goal) OfMachine() bool { return g.machine }

// GoalFacts are the facts of the loop beside the samples of its frames.
type GoalFacts struct {
	Residual     int64 // of the ledger (ns)
	Lag, Tick    int64 // from the moment shown to the loop's own time, and the length of a tick (ns)
	Interpolated bool  // the picture is one between the last two ticks
	Bodies       int   // drawn in the newest frame
	Pace         PaceFigures
	Regular      bool // swaps wait for a display that is known, and time runs at its own speed
	JustInTime   bool
}

// manyBodies is the number of bodies from which on most of the recording of a frame is theirs.
const manyBodies = 1000

// goalFrames is how many frames the goals look back.
const goalFrames = 600

// GoalMeter measures the goals. It keeps its memory between calls.
type GoalMeter struct {
	samples []FrameSample
	values  []int64
	goals   []Goal
}

// Samples is the memory for the newest samples, to be filled by those who have them.
func (m *GoalMeter) Samples() []FrameSample {
	if m.samples == nil {
		m.samples = make([]FrameSample, goalFrames)
	}
	return m.samples
}

// Measure returns the goals for the first n samples of Samples. The slice is valid until the next call.
func (m *GoalMeter) Measure(n int, f *GoalFacts) []Goal {
	m.goals = m.goals[:0]
	all := m.samples[:min(n, len(m.samples))]
	m.add(Goal{Number: 2, Name: "residual of the ledger", Unit: "ns", Measured: math.Abs(float64(f.Residual)),
		Known: true})
	m.add(Goal{Number: 5, Name: "judder", Unit: "% rms", Limit: .2, Measured: f.Pace.JudderRMS,
		Known: f.Regular && f.Pace.Frames > 60,
		Why:   "no display is known that swaps wait for, or time does not run at its own speed", machine: true})
	m.add(Goal{Number: 15, Name: "lag of interpolation, off a tick by", Unit: "us", Limit: 1,
		Measured: math.Abs(float64(f.Lag-f.Tick)) / 1e3,
		Known:    f.Interpolated, Why: "this loop does not interpolate"})
	m.add(m.of(all, 19, "allocated in a frame, median", "B", 0, 1, .5,
		func(s *FrameSample) int64 { return int64(s.Allocated) }))
	m.pauses(all)
	m.add(m.of(all, 21, "hand-over of a frame, median", "us", 15, 1e3, .5, handOver).ofMachine())
	m.add(m.of(all, 21, "the same, 99 of 100 frames", "us", 15, 1e3, .99, handOver).ofMachine())
	if f.Bodies >= manyBodies {
		m.add(m.of(all, 22, "recording of a frame for each thing drawn, median", "ns", 30, float64(f.Bodies), .5,
			func(s *FrameSample) int64 { return s.Record }).ofMachine())
	} else {
		m.add(Goal{Number: 22, Name: "recording of a frame for each thing drawn, median", Unit: "ns", Limit: 30,
			Why: "less than a thousand things are drawn"})
	}
	m.input(all, f.JustInTime)
	m.add(m.of(all, 26, "start of a frame after its moment, median", "ms", .1, 1e6, .5,
		func(s *FrameSample) int64 { return s.Late }).ofMachine())
	m.hitches(all)
	return m.goals
}

func (m *GoalMeter) add(g Goal) { m.goals = append(m.goals, g) }

func (g Goal) ofMachine() Goal {
	g.machine = true
	return g
}

// handOver is how long a frame waited for a render side that had nothing else to do; 0 where the main thread drew.
func handOver(s *FrameSample) int64 { return s.DrawLate }

// of measures the quantile q of a value, in parts of unit.
func (m *GoalMeter) of(all []FrameSample, number int, name, unit string, limit, per, q float64,
	value func(*FrameSample) int64) Goal {
	m.values = m.values[:0]
	for i := range all {
		m.values = append(m.values, value(&all[i]))
	}
	return m.quantile(Goal{Number: number, Name: name, Unit: unit, Limit: limit, Why: "too few frames yet"}, per, q)
}

// quantile completes a goal by the values.
func (m *GoalMeter) quantile(g Goal, per, q float64) Goal {
	if len(m.values) < 30 {
		return g
	}
	slices.Sort(m.values)
	g.Known, g.Measured = true, float64(m.values[int(q*float64(len(m.values)-1))])/per
	return g
}

// pauses finds the longest pause of the collector.
func (m *GoalMeter) pauses(all []FrameSample) {
	longest, cycles := int64(0), uint64(0)
	for i := range all {
		longest, cycles = max(longest, all[i].Pauses), cycles+all[i].Cycles
	}
	m.add(Goal{Number: 20, Name: "pauses of the collector in a frame, longest", Unit: "us", Limit: 100,
		Measured: float64(longest) / 1e3, Known: cycles > 0,
		Why: "it has not run", machine: true})
}

// input is the time from the newest input to the refresh that shows it.
func (m *GoalMeter) input(all []FrameSample, justInTime bool) {
	m.values = m.values[:0]
	for i := range all {
		if ns := all[i].Input; ns > 0 && ns < timestep.Second {
			m.values = append(m.values, ns)
		}
	}
	g := Goal{Number: 24, Name: "newest input to refresh, median", Unit: "ms", Limit: 18,
		Why: "too little input: move the mouse", machine: true}
	if justInTime {
		g.Limit = 12
	}
	m.add(m.quantile(g, 1e6, .5))
}

// hitches counts long frames whose cause is not known.
func (m *GoalMeter) hitches(all []FrameSample) {
	unknown := 0
	for i := range all {
		if all[i].Trigger != TriggerNone && all[i].Cause == CauseUnknown {
			unknown++
		}
	}
	m.add(Goal{Number: 34, Name: "long frames of no known cause", Measured: float64(unknown), Known: len(all) > 0,
		Why: "no frame yet"})
}
