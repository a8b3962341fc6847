package param

import (
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"testing"

	"tumble/physics"
)

// effectScenes have between them a scene in which each parameter shows, the small ones first.
var effectScenes = []string{"box", "stack10", "pyramid36", "newtons_cradle", "hit_events", "thin_wall", "spinning_tops",
	"rolling_resistance", "chain100", "gears", "ragdoll_gym"}

// effectSteps is the length of a run, long enough for the box to fall asleep.
const effectSteps = 150

// noEffect are the parameters that must not change a simulation, with the reason.
var noEffect = map[string]string{
	"loop.workers": "results are the same for every number of workers",
	"loop.speed":   "is about the clock of the window, of which a world knows nothing",
}

// under are settings under which a parameter is tried: in the scenes here all joints are solved directly, limits, too.
// Where nets are too dense for that (joint_grid), the parameters act as they are.
// Amounts of the start act with a variation, and a variation with an amount.
var under = map[string]string{
	"joint.hertz": "direct_joints=false", "joint.damping_ratio": "direct_joints=false",
	"start.variation": "start.velocity=1", "start.position": "start.variation=1", "start.rotation": "start.variation=1",
	"start.velocity": "start.variation=1", "start.spin": "start.variation=1",
}

func init() {
	for i := range loopTable {
		if f := &loopTable[i]; f.Key != "loop.hertz" && noEffect[f.Key] == "" {
			noEffect[f.Key] = "says when the window asks for steps, never what a step does"
		}
	}
}

// outcome condenses all that a user can see of a run: poses, velocities, rest and reported events. The
// hash of the world would not do, because the settings themselves are in it.
func outcome(t *testing.T, name string, assign func(*Registry) error) uint64 {
	t.Helper()
	c := NewConfig(scene(t, name))
	if err := assign(c.Registry()); err != nil {
		t.Fatal(err)
	}
	run, err := c.Build()
	if err != nil {
		t.Fatal(err)
	}
	h := fnv.New64a()
	number := func(xs ...float32) {
		for _, x := range xs {
			h.Write(binary.LittleEndian.AppendUint32(nil, math.Float32bits(x)))
		}
	}
	vector := func(v physics.Vec3) { number(v.X, v.Y, v.Z) }
	for range effectSteps {
		if err := run.Advance(c.Loop.Hertz); err != nil {
			t.Fatal(err)
		}
		for _, b := range run.Bodies {
			p := b.Transform()
			vector(p.P)
			vector(b.LinearVelocity())
			number(p.Q.X, p.Q.Y, p.Q.Z, p.Q.W)
			if b.Awake() {
				number(1)
			}
		}
		number(float32(run.Seen.Hit), float32(run.Seen.ContactBegin))
	}
	return h.Sum64()
}

// Every parameter of world, material and loop changes something that a user can see in some scene.
func TestEveryParameterHasAnEffect(t *testing.T) {
	plain := map[string]uint64{}
	for _, p := range NewConfig(scene(t, "box")).Registry().All() {
		if p.Heading == "Scene" {
			continue
		}
		changed, with := "", under[p.Key]
		set := func(r *Registry) error {
			if with == "" {
				return nil
			}
			return r.Assign(with)
		}
		for _, name := range effectScenes {
			key := name + with
			if _, ok := plain[key]; !ok {
				plain[key] = outcome(t, name, set)
			}
			for _, v := range []float64{p.Low, p.High} {
				if p.Kind == Bool {
					v = 1 - p.Default
				}
				if changed == "" &&
					outcome(t, name,
						func(r *Registry) error { return errors.Join(set(r), r.Set(p.Key, p.Format(v))) }) !=
						plain[key] {
					changed = name
				}
			}
			if changed != "" {
				break
			}
		}
		if reason, none := noEffect[p.Key]; none != (changed == "") {
			t.Errorf("%s: effect in scene %q, want none: %v %s", p.Key, changed, none, reason)
		}
	}
}
