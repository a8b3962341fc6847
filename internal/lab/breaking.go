package lab

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"text/tabwriter"

	"tumble/engine/timestep"
	"tumble/internal/doctor"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// Breaking is the longest step with which a scene stays whole under a strategy, found by bisection of the rate.
type Breaking struct {
	Scene    string `json:"scene"`
	Strategy string `json:"strategy"`
	// Stable is the longest step of the scene that held (s), Breaks the shortest longer one that did not; Breaks is 0
	// when all rates held.
	Stable float64 `json:"stable_s"`
	Breaks float64 `json:"breaks_s"`
	// Why says how the scene broke at Breaks.
	Why string `json:"why"`
	// Computed is the limit by the stiffest constraint of the scene, without a simulation.
	Computed doctor.StepLimit `json:"computed"`
}

const (
	// breakingTime is how much is simulated at each rate (ns).
	breakingTime = 4 * timestep.Second
	// breakingFastest and breakingSlowest bound the rates (Hz); the world refuses steps above a second.
	breakingFastest, breakingSlowest = 480, 1
	// breakingFrame is the length of a frame (ns) where the step does not depend on it.
	breakingFrame = timestep.Second / 60
)

// tunnelling is the category of scenes whose own check says whether a body went through something, at any step; what
// they do otherwise is chance.
const tunnelling = "continuous"

// envelope bounds the reference run of a scene: where its bodies go and how fast.
type envelope struct {
	low, high vec.Vec3
	speed     float32
	// rest has where each body lies that has come to rest, NaN for the others
	rest []vec.Vec3
}

// breaker searches one scene.
type breaker struct {
	ctx   context.Context
	scene *scenes.Scene
	env   envelope
	limit doctor.StepLimit
	// seen has the outcome of each sequence of steps: strategies with the same steps share it
	seen map[uint64]string
}

// FindBreaking searches the longest stable step of a scene for each strategy until ctx ends: the real world of the
// scene is simulated for four seconds at a rate, and has to stay within what it does at 480 Hz. The rate is halved
// until the scene breaks, then bisected. done, if not nil, is called after each strategy.
func FindBreaking(ctx context.Context, scene *scenes.Scene, strategies []string, done func(n int)) ([]Breaking, error) {
	b := &breaker{ctx: ctx, scene: scene, seen: map[uint64]string{}}
	if err := b.reference(); err != nil {
		return nil, err
	}
	var all []Breaking
	for i, name := range strategies {
		r, err := b.search(name)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
		if done != nil {
			done(i + 1)
		}
	}
	return all, nil
}

// search halves the rate until the scene breaks and bisects between the last two.
func (b *breaker) search(strategy string) (Breaking, error) {
	r := Breaking{Scene: b.scene.Name, Strategy: strategy, Computed: b.limit}
	stable, broken := int64(0), int64(0)
	try := func(hz int64) (bool, error) {
		why, err := b.outcome(strategy, hz)
		if why != "" {
			broken, r.Why = hz, why
		} else if err == nil {
			stable = hz
		}
		return why == "", err
	}
	for hz := int64(breakingFastest); hz >= breakingSlowest; hz /= 2 {
		ok, err := try(hz)
		if err != nil {
			return r, err
		}
		if !ok {
			break
		}
	}
	for stable > 0 && broken > 0 && stable-broken > 1 {
		if _, err := try((stable + broken) / 2); err != nil {
			return r, err
		}
	}
	var err error
	if r.Stable, err = longest(strategy, stable); err != nil {
		return r, err
	}
	r.Breaks, err = longest(strategy, broken)
	return r, err
}

// longest is the longest step of a strategy at a rate (s), 0 at none: it is not always that of the rate.
func longest(strategy string, hz int64) (float64, error) {
	if hz == 0 {
		return 0, nil
	}
	list, err := steps(strategy, hz)
	most := float32(0)
	for _, dt := range list {
		most = max(most, dt)
	}
	return float64(most), err
}

// steps are those that a strategy makes of breakingTime at a rate (s).
func steps(strategy string, hz int64) ([]float32, error) {
	runner, err := timestep.NewRunner(strategy, hz)
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	settings := timestep.DefaultSettings()
	settings.Clamp, settings.Backlog, settings.Budget, settings.MaxFrame = 0, 0, 0, 10*timestep.Second
	if err := runner.SetSettings(settings); err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	runner.SetBreath(0)
	frame := breakingFrame
	switch runner.Strategy().Name {
	case "variable":
		frame = timestep.Second / hz
	case "semi-fixed":
		// two whole steps and a remainder of half a step
		frame = 5 * timestep.Second / (2 * hz)
	}
	var list []float32
	for now := int64(0); runner.State().Time < breakingTime; now += frame {
		runner.Begin(timestep.Second + now)
		for t, ok := runner.Next(0); ok; t, ok = runner.Next(0) {
			runner.Ran(0)
			list = append(list, t.Dt)
		}
		runner.End()
	}
	return list, nil
}

// outcome says how the scene breaks, empty when it does not.
func (b *breaker) outcome(strategy string, hz int64) (string, error) {
	list, err := steps(strategy, hz)
	if err != nil {
		return "", err
	}
	h := fnv.New64a()
	for _, dt := range list {
		_, _ = h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(dt)))
	}
	key := h.Sum64()
	if why, ok := b.seen[key]; ok {
		return why, nil
	}
	why, err := b.simulate(list)
	if err == nil {
		b.seen[key] = why
	}
	return why, err
}

// simulate runs the scene in these steps.
func (b *breaker) simulate(list []float32) (string, error) {
	run, err := b.scene.New(b.scene.WorldDef(), nil)
	if err != nil {
		return "", fmt.Errorf("lab: %w", err)
	}
	for _, dt := range list {
		if err := b.ctx.Err(); err != nil {
			return "", err
		}
		if err := run.AdvanceBy(dt); err != nil {
			return "is refused", nil
		}
		if b.scene.Category == tunnelling {
			if run.Check() != nil {
				return "bodies tunnel", nil
			}
		} else if why := b.env.left(run); why != "" {
			return why, nil
		}
	}
	if b.scene.Category != tunnelling && b.env.moved(run) {
		return "does not rest where it should", nil
	}
	return "", nil
}

// reference takes the envelope of the scene at the fastest rate.
func (b *breaker) reference() error {
	run, err := b.scene.New(b.scene.WorldDef(), nil)
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if len(run.Bodies) == 0 {
		return fmt.Errorf("lab: scene %s has no moving bodies to lose", b.scene.Name)
	}
	b.limit = doctor.LimitOf(run.World)
	e := &b.env
	e.low, e.high = run.Bodies[0].Position(), run.Bodies[0].Position()
	for range breakingTime * breakingFastest / timestep.Second {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		if err := run.AdvanceBy(1.0 / breakingFastest); err != nil {
			return fmt.Errorf("lab: %w", err)
		}
		for _, body := range run.Bodies {
			if !body.Valid() {
				continue
			}
			p := body.Position()
			e.low = vec.V3(min(e.low.X, p.X), min(e.low.Y, p.Y), min(e.low.Z, p.Z))
			e.high = vec.V3(max(e.high.X, p.X), max(e.high.Y, p.Y), max(e.high.Z, p.Z))
			e.speed = max(e.speed, body.LinearVelocity().Len())
		}
	}
	nan := float32(math.NaN())
	for _, body := range run.Bodies {
		at := vec.V3(nan, nan, nan)
		if body.Valid() && body.LinearVelocity().Len() < restSpeed {
			at = body.Position()
		}
		e.rest = append(e.rest, at)
	}
	return nil
}

// restSpeed is the speed below which a body has come to rest (m/s), restWithin how far from its start it may do so (m).
const restSpeed, restWithin = 0.02, 0.5

// moved reports whether a body that should rest lies elsewhere at the end of a run.
func (e *envelope) moved(run *scenes.Run) bool {
	for i, body := range run.Bodies {
		// comparisons with NaN are false
		if i < len(e.rest) && body.Valid() && body.Position().Sub(e.rest[i]).Len() > restWithin {
			return true
		}
	}
	return false
}

// left says how a run leaves the envelope, which is widened by a metre and half of its size, and by half its speed and
// a step's fall.
func (e *envelope) left(run *scenes.Run) string {
	size := e.high.Sub(e.low)
	margin := 1 + max(size.X, size.Y, size.Z)/2
	for _, body := range run.Bodies {
		if !body.Valid() {
			continue
		}
		p, v := body.Position(), body.LinearVelocity().Len()
		switch {
		case !(v < math.MaxFloat32) || !(p.Len() < math.MaxFloat32) || body.Frozen():
			return "is not finite"
		case p.Y < e.low.Y-1:
			return "falls out of its place"
		case p.X < e.low.X-margin || p.X > e.high.X+margin || p.Z < e.low.Z-margin || p.Z > e.high.Z+margin ||
			p.Y > e.high.Y+margin:
			return "leaves its place"
		case v > 1.5*e.speed+10:
			return "explodes"
		}
	}
	return ""
}

// WriteBreaking prints the steps of several scenes.
func WriteBreaking(w io.Writer, list []Breaking) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "scene\tstrategy\tlongest stable step\tbreaks at\t")
	for _, r := range list {
		stable, breaks := fmt.Sprintf("%.1f ms", r.Stable*1000), fmt.Sprintf("%.1f ms: %s", r.Breaks*1000, r.Why)
		if r.Stable == 0 {
			stable = "none"
		}
		if r.Breaks == 0 {
			breaks = "nowhere"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t\n", r.Scene, r.Strategy, stable, breaks)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	last := ""
	for _, r := range list {
		if r.Scene != last {
			fmt.Fprintf(w, "computed of %s: fastest constraint %s\n", r.Scene, r.Computed)
		}
		last = r.Scene
	}
	return nil
}
