package scenes

import (
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"tumble/physics"
)

// soak runs everything at full size and length.
var soak = os.Getenv("TUMBLE_SOAK") == "1"

// small are sizes and lengths at which the heavy scenes are still the same kind of scene but
// do not hold up a test. Their claims are checked, too, unless the claim is about the length.
var small = map[string]struct {
	values Values
	steps  int
}{
	"pyramid210":    {nil, 1000},
	"pyramid1275":   {nil, 200},
	"card_house":    {nil, 2000},
	"arch":          {nil, 2000},
	"domino_spiral": {Values{"count": 40}, 1200},
	"mixed_rain":    {Values{"count": 200}, 900},
	"tumbler":       {Values{"count": 100}, 400},
	"large_pyramid": {Values{"base": 16}, 0},
	"many_pyramids": {Values{"side": 2}, 0},
	"wide_pyramid":  {Values{"height": 6}, 300},
	"convex_pile":   {Values{"layers": 2}, 300},
	"junkyard":      {Values{"layers": 1}, 150},
	"washer":        {Values{"side": 6}, 300},
	"large_world":   {Values{"grid": 60}, 200},
	"chain100":      {nil, 500},
	"rope_bridge":   {nil, 600},
	"ragdoll_pile":  {Values{"count": 6}, 1000},
	"joint_grid":    {Values{"size": 12}, 0},
	"rain":          {Values{"size": 2}, 200},

	"trees100":          {Values{"trees": 4, "width": 120, "length": 40}, 0},
	"trees50":           {Values{"trees": 2, "width": 120, "length": 12}, 0},
	"trees25":           {Values{"trees": 1, "width": 100, "length": 10}, 0},
	"jolt_pyramid":      {Values{"height": 6}, 300},
	"convex_vs_mesh":    {Values{"side": 4}, 300},
	"high_speed":        {Values{"count": 200}, 200},
	"character_virtual": {Values{"side": 3}, 300},
	"mesh_drop":         {Values{"side": 8}, 0},
}

// size returns the values and the number of steps with which a scene is tested.
func size(s *Scene) (Values, int) {
	q, ok := small[s.Name]
	if !ok || soak {
		return nil, s.Steps
	}
	if q.steps == 0 {
		q.steps = s.Steps
	}
	return q.values, q.steps
}

func build(t testing.TB, s *Scene, def physics.WorldDef, values Values) *Run {
	t.Helper()
	r, err := s.New(def, values)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func advance(t testing.TB, r *Run, steps int) {
	t.Helper()
	for range steps {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
	}
}

// throughBytes takes the state of a world through bytes.
func throughBytes(t testing.TB, w *physics.World, loaded *physics.Snapshot) {
	t.Helper()
	var state physics.Snapshot
	if err := w.Snapshot(&state); err != nil {
		t.Fatal(err)
	}
	data, err := state.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if err := loaded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
}

// Every scene does what its description says, and the world is in order all the way.
func TestClaims(t *testing.T) {
	for _, s := range All() {
		t.Run(s.Name, func(t *testing.T) {
			values, steps := size(s)
			r := build(t, s, s.WorldDef(), values)
			for r.StepCount < steps {
				advance(t, r, min(50, steps-r.StepCount))
				if r.StepCount > 200 && r.StepCount%500 != 0 {
					continue
				}
				if err := r.World.Validate(); err != nil {
					t.Fatalf("after %d steps: %v", r.StepCount, err)
				}
			}
			if err := r.World.Validate(); err != nil {
				t.Fatal(err)
			}
			if err := r.Check(); err != nil {
				t.Error(err)
			}
			if c := r.World.Counters(); c.Quarantined != 0 || c.DroppedContacts != 0 || c.RefusedCalls != 0 {
				t.Errorf("%d bodies quarantined, %d contacts dropped, %d calls refused",
					c.Quarantined, c.DroppedContacts, c.RefusedCalls)
			}
		})
	}
}

// The check of a scene fails when what it claims is taken away.
func TestClaimsCanFail(t *testing.T) {
	kick := func(r *Run) { r.Bodies[0].SetLinearVelocity(physics.V3(3, 6, 0)) }
	for name, c := range map[string]struct {
		values Values
		steps  int
		spoil  func(r *Run)
	}{
		"box":            {nil, 10, nil},
		"stack10":        {nil, 130, kick},
		"pyramid36":      {nil, 130, kick},
		"heavy_on_light": {nil, 230, func(r *Run) { r.Bodies[1].SetLinearVelocity(physics.V3(3, 0, 0)) }},
		"overflow_pile":  {nil, 100, func(r *Run) { r.Bodies[0].SetAngularVelocity(physics.V3(8, 0, 0)) }},
		"card_house":     {Values{"friction": 0.05}, 300, nil},
		"arch":           {Values{"friction": 0.02}, 300, nil},
		"domino_spiral":  {Values{"count": 20}, 100, nil},
		"incline":        {nil, 100, func(r *Run) { r.Bodies[7].SetLinearVelocity(physics.V3(0, 5, 0)) }},
		"bowling":        {Values{"speed": 0.1}, 100, nil},
		"newtons_cradle": {nil, 10, func(r *Run) { r.Bodies[4].SetLinearVelocity(physics.V3(9, 0, 0)) }},
		"spinning_tops":  {Values{"spin": 0}, 300, nil},
		"mixed_rain":     {Values{"count": 50}, 30, nil},
		"tumbler":        {Values{"count": 5}, 5, func(r *Run) { r.Bodies[0].SetPosition(physics.V3(20, 6, 0)) }},
		"many_pyramids":  {Values{"side": 1}, 60, kick},
		"large_pyramid":  {Values{"base": 4}, 60, kick},

		"rolling_shapes":     {nil, 350, kick},
		"cone_circle":        {nil, 200, kick},
		"turntable":          {nil, 200, kick},
		"spinning_coin":      {nil, 200, kick},
		"moving_compounds":   {nil, 60, func(r *Run) { r.Bodies[2].SetPosition(physics.V3(0, 40, 0)) }},
		"rolling_resistance": {nil, 200, nil},
		"conveyor":           {nil, 100, func(r *Run) { r.Bodies[0].SetPosition(physics.V3(0, 3, 0)) }},
		"combine_rules":      {nil, 60, nil},
		"filters":            {nil, 60, nil},
		"sensor_gates":       {nil, 100, nil},
		"hit_events":         {nil, 100, nil},
		"trapdoors":          {nil, 200, nil},
		"football":           {nil, 10, nil},
		"shared_tower":       {nil, 130, kick},
		"thin_wall": {nil, 60, func(r *Run) {
			r.Bodies[0].SetTransform(at(3, 2, -5))
			r.Bodies[0].SetGravityScale(0)
		}},
		"mesh_slide":         {nil, 130, kick},
		"height_field_holes": {nil, 60, func(r *Run) { r.Bodies[0].SetPosition(physics.V3(0, -3, 0)) }},
		"tautochrone":        {nil, 100, kick},
		"mesh_drop":          {Values{"side": 3}, 60, nil},
		"wave_pile":          {Values{"layers": 1}, 40, nil},
		"character_course":   {nil, 60, nil},
		"explosion":          {Values{"impulse": 0}, 200, nil},
		"windmill":           {Values{"wind": 0}, 60, nil},
		"pool":               {nil, 60, nil},
		"axis_locks":         {nil, 31, nil},
		"lifts":              {nil, 200, kick},
		"far_stack":          {nil, 160, kick},
		"trees100":           {Values{"trees": 1, "width": 40, "length": 10}, 30, nil},
		"high_speed":         {Values{"count": 3}, 40, func(r *Run) { r.Bodies[0].SetPosition(physics.V3(90, 0, 0)) }},
		"convex_vs_mesh":     {Values{"side": 1}, 40, func(r *Run) { r.Bodies[0].SetPosition(physics.V3(0, -90, 0)) }},
		"character_virtual": {Values{"side": 1}, 40,
			func(r *Run) { r.Characters[0].Body().SetPosition(physics.V3(0, 30, 0)) }},
	} {
		t.Run(name, func(t *testing.T) {
			s, ok := Find(name)
			if !ok {
				t.Fatal("no such scene")
			}
			r := build(t, s, s.WorldDef(), c.values)
			if c.spoil == nil {
				advance(t, r, c.steps)
			} else {
				advance(t, r, c.steps-30)
				c.spoil(r)
				advance(t, r, 30)
			}
			if err := r.Check(); err == nil {
				t.Error("the check holds all the same")
			}
		})
	}
}

// Piles of boxes keep still for a minute without the help of sleeping.
func TestStandWithoutSleep(t *testing.T) {
	for _, c := range []struct {
		name  string
		steps int
	}{{"stack10", 6100}, {"stack20", 6100}, {"pyramid36", 6100}, {"pyramid210", 1500}, {"pyramid1275", 250}} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := Find(c.name)
			if soak {
				c.steps = s.Steps
			}
			def := s.WorldDef()
			def.Settings.SleepEnabled = false
			r := build(t, s, def, nil)
			advance(t, r, c.steps)
			rise := float32(0)
			for i := range r.Start {
				rise = max(rise, r.Start[i].P.Y+0.5)
			}
			t.Logf("%d steps: drift %.3f mm, sunk %.4f %% of %.0f m", r.StepCount, 1000*largestShift(r),
				100*sunk(r)/rise, rise)
			if err := r.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// The same piles are all asleep after two seconds.
func TestFallAsleep(t *testing.T) {
	for _, name := range []string{"stack10", "stack20", "pyramid36", "pyramid210", "pyramid1275"} {
		t.Run(name, func(t *testing.T) {
			s, _ := Find(name)
			r := build(t, s, s.WorldDef(), nil)
			for r.StepCount < 200 && r.World.Counters().AwakeBodies > 0 {
				advance(t, r, 1)
			}
			if n := r.World.Counters().AwakeBodies; n > 0 {
				t.Fatalf("%d bodies are awake after %d steps", n, r.StepCount)
			}
			t.Logf("asleep after %d steps", r.StepCount)
		})
	}
}

// Logs that have fallen on waves of triangles come to rest. Where the twist of a small patch uses up the friction along
// it, 40 of the 50 still rock after these steps.
func TestFallenLogsRest(t *testing.T) {
	s, _ := Find("trees100")
	r := build(t, s, s.WorldDef(), nil)
	advance(t, r, 400)
	if n := r.World.Counters().AwakeBodies; n > 10 {
		t.Errorf("%d logs are awake after %d steps", n, r.StepCount)
	}
}

// hashes runs a scene and returns the hash after each step.
func hashes(t testing.TB, s *Scene, values Values, workers, steps int) []uint64 {
	t.Helper()
	def := s.WorldDef()
	def.Workers = workers
	r := build(t, s, def, values)
	list := make([]uint64, steps)
	for i := range list {
		advance(t, r, 1)
		list[i] = r.World.Hash()
	}
	return list
}

// The hash after every step is the same for every number of workers and of processors.
func TestSameHashesInParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, c := range []struct {
		name   string
		values Values
		steps  int
	}{
		{"pyramid36", nil, 500},
		{"bowling", nil, 500},
		{"mixed_rain", Values{"count": 120}, 500},
		{"tumbler", Values{"count": 60}, 200},
		{"ragdoll_bridge", nil, 120},
	} {
		s, _ := Find(c.name)
		steps := c.steps
		if testing.Short() {
			steps = min(steps, 60)
		}
		var want []uint64
		for _, n := range [...]struct{ workers, procs int }{{1, 1}, {1, 2}, {2, 2}, {4, 4}, {3, 1}} {
			runtime.GOMAXPROCS(n.procs)
			got := hashes(t, s, c.values, n.workers, steps)
			if want == nil {
				want = got
			}
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s with %d workers on %d processors: step %d: hash %016x, want %016x",
						c.name, n.workers, n.procs, i+1, got[i], want[i])
					break
				}
			}
		}
	}
}

// A scene whose world is put back to an earlier step continues with the same hashes: neither
// the world nor the scene keeps anything outside the snapshot.
func TestRestoredScenesContinueAlike(t *testing.T) {
	const steps = 240
	for _, name := range []string{"pyramid36", "bowling", "junkyard", "tumbler", "spinning_tops", "driving",
		"skid_pad", "ragdoll_pile", "gears",
		"character_course", "character_virtual", "lifts", "explosion", "windmill", "pool", "high_speed", "thin_wall"} {
		t.Run(name, func(t *testing.T) {
			s, _ := Find(name)
			values, _ := size(s)
			want := hashes(t, s, values, 1, steps)
			for _, k := range []int{0, 1, 17, 90, 200} {
				r := build(t, s, s.WorldDef(), values)
				advance(t, r, k)
				var snapshot physics.Snapshot
				if err := r.World.Snapshot(&snapshot); err != nil {
					t.Fatal(err)
				}
				advance(t, r, 30)
				if err := r.World.Restore(&snapshot); err != nil {
					t.Fatal(err)
				}
				r.StepCount = k
				for r.StepCount < min(k+40, steps) {
					advance(t, r, 1)
					if got := r.World.Hash(); got != want[r.StepCount-1] {
						t.Fatalf("restored at step %d: step %d: hash %016x, want %016x", k, r.StepCount, got,
							want[r.StepCount-1])
					}
				}
			}
		})
	}
}

func TestLibrary(t *testing.T) {
	names := map[string]bool{}
	pattern := regexp.MustCompile(`^[a-z][a-z0-9_]*$`)
	for _, s := range All() {
		if names[s.Name] || !pattern.MatchString(s.Name) {
			t.Errorf("name %q is taken or not in lower case", s.Name)
		}
		names[s.Name] = true
		if s.Category == "" || s.Text == "" || strings.Contains(s.Text, "\n") || s.Steps < 1 || s.View.Distance <= 0 {
			t.Errorf("%s: incomplete: %+v", s.Name, s)
		}
		if s.Build == nil || s.Check == nil || s.Settle >= s.Steps {
			t.Errorf("%s: has no build, no check or settles after its end", s.Name)
		}
		for _, p := range s.Params {
			if p.Text == "" || !(p.Min < p.Max) || p.Default < p.Min || p.Default > p.Max {
				t.Errorf("%s: parameter %+v", s.Name, p)
			}
		}
	}
	if !names[DefaultScene] {
		t.Errorf("the default scene %q is not in the library", DefaultScene)
	}
}

func TestNewRefuses(t *testing.T) {
	s, _ := Find("pyramid36")
	for name, values := range map[string]Values{
		"unknown":     {"spacig": 1.1},
		"too small":   {"spacing": 0.5},
		"not a count": {"spacing": 1.1, "friction": -1},
	} {
		if _, err := s.New(s.WorldDef(), values); err == nil {
			t.Errorf("%s: %v accepted", name, values)
		}
	}
	if _, err := s.New(physics.WorldDef{}, nil); err == nil {
		t.Error("a zero world definition is accepted")
	}
	if _, ok := Find("nothing"); ok {
		t.Error("found a scene that is not there")
	}
}

// Parameters reach the scene: other values make another world.
func TestParamsMatter(t *testing.T) {
	for _, s := range All() {
		values, _ := size(s)
		for _, p := range s.Params {
			changed := Values{}
			for k, v := range values {
				changed[k] = v
			}
			if p.Default == p.Min {
				changed[p.Key] = min(p.Max, p.Min+1)
			} else {
				changed[p.Key] = p.Min
			}
			if _, resized := values[p.Key]; resized && changed[p.Key] == values[p.Key] {
				changed[p.Key]++
			}
			// some parameters show later
			steps := 3
			if s.Name == "explosion" {
				steps = blastStep + 2
			}
			if hashes(t, s, values, 1, steps)[steps-1] == hashes(t, s, changed, 1, steps)[steps-1] {
				t.Errorf("%s: parameter %s changes nothing", s.Name, p.Key)
			}
		}
	}
}
