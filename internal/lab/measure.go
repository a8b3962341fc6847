package lab

import (
	"math"
	"slices"
)

// Result has the figures of a run, or the worst of several runs.
type Result struct {
	Strategy string  `json:"strategy"`
	Display  string  `json:"display"`
	Hz       int64   `json:"tick_hz"`
	Machine  Machine `json:"machine"`
	Frames   int     `json:"frames"`

	JudderRMS float64 `json:"judder_rms_percent"`
	JudderP99 float64 `json:"judder_p99_percent"`
	GlassRMS  float64 `json:"glass_rms_percent"`
	Repeats   float64 `json:"repeats_percent"` // frames that show the moment of the frame before
	Backwards int     `json:"backwards"`       // frames that show an earlier moment

	AgeMean float64 `json:"age_mean_ms"`
	AgeMax  float64 `json:"age_max_ms"`
	// InputBody and InputCamera are the mean times from an event to the refresh that shows its effect on a body and on
	// the camera.
	InputBody   float64 `json:"input_body_ms"`
	InputCamera float64 `json:"input_camera_ms"`

	StepsMin  int     `json:"steps_min"`
	StepsMean float64 `json:"steps_mean"`
	StepsMax  int     `json:"steps_max"`

	Speed float64 `json:"speed"` // shown time per real time
	// Drift is how fast the ticks, counted at their nominal rate, run ahead of the time that they were given.
	Drift float64 `json:"drift_ms_per_hour"`
	// Lost is the real time that did not become simulated time: clamped, dropped, reset, or skipped by a loop whose
	// steps are not as long as its frames; negative where a loop makes up time.
	Lost     float64 `json:"lost_ms"`
	FrameMax float64 `json:"frame_max_ms"`
	CPU      float64 `json:"cpu_percent"` // of one core, by the machine's costs

	SpringEnergy float64 `json:"spring_energy_error"`    // relative, against steps of 1 ms
	Explicit     float64 `json:"explicit_energy_factor"` // growth in five seconds
	RestHeight   float64 `json:"rest_height_mm"`         // of a ball that should lie still
	Hash         uint64  `json:"-"`
	// HashEqual is whether all runs had the same state after five simulated seconds.
	HashEqual bool `json:"hash_equal"`
	// Residual is the error of the ledger (ns).
	Residual int64 `json:"ledger_residual_ns"`
	// Diverges is set when a frame's steps took longer than they simulated and longer than ten seconds: the
	// spiral of death. The other figures are then those of the frames until there.
	Diverges bool `json:"diverges"`
	// Extrapolates is set when the loop shows moments that the simulation has not reached.
	Extrapolates bool `json:"foretells"`
	// Load is the evenness of the work: the largest frame's steps over their mean.
	Load float64 `json:"load_max_over_mean"`

	// Trace has x and d of the measured frames in ms, for plots; only of the first run.
	Trace []Point `json:"-"`
}

// Point is one frame: the moment it shows and the refresh that it belongs to, in ms from the first measured
// frame, and the number of steps.
type Point struct {
	Shown, Display float64
	Steps          int
}

// measure computes the figures of a run.
func (r *rig) measure() (Result, error) {
	ledger := r.runner.Ledger()
	if err := ledger.Check(); err != nil {
		return Result{}, err
	}
	res := Result{
		Strategy: r.c.Strategy, Display: r.c.Display.Name, Hz: r.c.Hz, Machine: r.c.Machine,
		Hash: r.hash, HashEqual: true, Residual: ledger.Residual(), Diverges: r.diverged, Extrapolates: r.extrapolates,
		RestHeight: r.rest * 1000,
	}
	s := r.samples
	if !r.diverged {
		s = s[min(r.c.WarmUp, len(s)):]
	}
	if len(s) < 2 {
		return res, nil
	}
	res.Frames = len(s)
	var aligned, glass []float64
	res.StepsMin = s[0].steps
	for i := range s {
		res.AgeMean += s[i].age / 1e6 / float64(len(s))
		res.AgeMax = math.Max(res.AgeMax, s[i].age/1e6)
		res.StepsMin, res.StepsMax = min(res.StepsMin, s[i].steps), max(res.StepsMax, s[i].steps)
		res.StepsMean += float64(s[i].steps) / float64(len(s))
		res.FrameMax = math.Max(res.FrameMax, s[i].took/1e6)
		res.Trace = append(res.Trace, Point{
			Shown: float64(s[i].shown-s[0].shown) / 1e6, Display: (s[i].release - s[0].release) / 1e6,
			Steps: s[i].steps,
		})
		if i == 0 {
			continue
		}
		dx := float64(s[i].shown - s[i-1].shown)
		if dx == 0 {
			res.Repeats += 100 / float64(len(s)-1)
		}
		if dx < 0 {
			res.Backwards++
		}
		if d := s[i].release - s[i-1].release; d > 0 {
			aligned = append(aligned, dx/d-1)
		}
		if d := s[i].glass - s[i-1].glass; d > 0 {
			glass = append(glass, dx/d-1)
		}
	}
	if res.StepsMean > 0 {
		res.Load = float64(res.StepsMax) / res.StepsMean
	}
	res.JudderRMS, res.JudderP99 = spread(aligned)
	res.GlassRMS, _ = spread(glass)
	res.InputBody, res.InputCamera = r.latency(s)
	first, last := s[0], s[len(s)-1]
	res.Speed = float64(last.shown-first.shown) / (last.release - first.release)
	real := r.samples[len(r.samples)-1].release - r.samples[0].release
	res.CPU = 100 * r.busy / real
	res.account(first.book, last.book, r.c.Hz)
	r.springs(&res)
	return res, nil
}

// springs compares the energies at hashTime with those of short steps.
func (r *rig) springs(res *Result) {
	if r.energy[0] <= 0 {
		return
	}
	ref := reference(float64(hashTime) / 1e9)
	e0 := newWorld().spring.energy()
	res.SpringEnergy = math.Abs(r.energy[0]-ref.spring.energy()) / e0
	res.Explicit = r.energy[1] / e0
}

// account fills in lost time and drift between two frames.
func (res *Result) account(from, to book, hz int64) {
	res.Lost = float64(to.lost-from.lost) / 1e6
	given := float64(to.given - from.given)
	if n := to.ticks - from.ticks; n > 0 && given > 0 {
		ahead := float64(n)*1e9/float64(hz) - float64(to.time-from.time)
		// the end of a tick is known to a nanosecond
		if math.Abs(ahead) < 2 {
			ahead = 0
		}
		res.Drift = ahead / given * 3600 * 1000
	}
}

// spread returns the root mean square and the 99th percentile of the sizes, in %.
func spread(e []float64) (rms, p99 float64) {
	if len(e) == 0 {
		return 0, 0
	}
	for i := range e {
		e[i] = math.Abs(e[i]) * 100
		rms += e[i] * e[i]
	}
	slices.Sort(e)
	return math.Sqrt(rms / float64(len(e))), e[len(e)*99/100]
}

// worst takes the worst figure of each kind.
func worst(all []Result) Result {
	w := all[0]
	for _, r := range all[1:] {
		w.JudderRMS, w.JudderP99, w.GlassRMS = math.Max(w.JudderRMS, r.JudderRMS), math.Max(w.JudderP99, r.JudderP99),
			math.Max(w.GlassRMS, r.GlassRMS)
		w.Repeats, w.Backwards = math.Max(w.Repeats, r.Repeats), max(w.Backwards, r.Backwards)
		w.AgeMean, w.AgeMax = math.Max(w.AgeMean, r.AgeMean), math.Max(w.AgeMax, r.AgeMax)
		w.InputBody, w.InputCamera = math.Max(w.InputBody, r.InputBody), math.Max(w.InputCamera, r.InputCamera)
		w.StepsMin, w.StepsMax = min(w.StepsMin, r.StepsMin), max(w.StepsMax, r.StepsMax)
		w.StepsMean = math.Max(w.StepsMean, r.StepsMean)
		if math.Abs(r.Speed-1) > math.Abs(w.Speed-1) {
			w.Speed = r.Speed
		}
		if math.Abs(r.Drift) > math.Abs(w.Drift) {
			w.Drift = r.Drift
		}
		if math.Abs(r.Lost) > math.Abs(w.Lost) {
			w.Lost = r.Lost
		}
		w.FrameMax, w.CPU = math.Max(w.FrameMax, r.FrameMax), math.Max(w.CPU, r.CPU)
		w.SpringEnergy, w.Explicit = math.Max(w.SpringEnergy, r.SpringEnergy), math.Max(w.Explicit, r.Explicit)
		w.RestHeight = math.Max(w.RestHeight, r.RestHeight)
		w.Diverges, w.Load = w.Diverges || r.Diverges, math.Max(w.Load, r.Load)
		w.HashEqual = w.HashEqual && r.Hash == w.Hash
		if r.Residual != 0 {
			w.Residual = r.Residual
		}
	}
	return w
}
