package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "terrain" have a mesh or a height field for a ground.

var meshSlide = Scene{
	Name:     "mesh_slide",
	Category: "terrain",
	Text:     "boxes, balls and capsules without friction glide over twenty thousand triangles as over ice",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 45, Yaw: 30, Pitch: 35},
	Steps:    500,
	Settle:   50,
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 0.5, Max: 9, Default: 5, Text: "speed of the bodies"},
	},
	World: noSleep,
	Build: func(r *Run) {
		r.static(at(0, 0, 0), r.mesh(flatMesh(100, 1)), material(0))
		shapes := [3]physics.Geometry{
			physics.BoxHalf(0.5, 0.25, 0.4), physics.Sphere{Radius: 0.25},
			physics.Capsule{A: vec.V3(-0.4, 0, 0), B: vec.V3(0.4, 0, 0), Radius: 0.25},
		}
		const count = 18
		for i := range count {
			angle := float32(2*vec.Pi) * float32(i) / count
			s, c := vec.SinCos(angle)
			def := bodyAt(physics.Dynamic, at(float32(3*c), 0.25, float32(3*s)))
			def.Rotation = rotatedBy(vec.AxisY, float32(0.7*float32(i)))
			def.LinearVelocity = vec.V3(float32(r.value("speed")*c), 0, float32(r.value("speed")*s))
			r.attach(r.body(def), shapes[i%3], material(0))
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			// as it settled the body may have come down by the slop
			if d := vec.Abs(b.Position().Y - r.Base[i].P.Y); d > 1e-3 {
				return fmt.Errorf("body %d went up or down by %.3f mm", i, 1000*d)
			}
			if loss := 1 - b.LinearVelocity().Len()/r.value("speed"); vec.Abs(loss) > 1e-3 {
				return fmt.Errorf("body %d lost %.4f %% of its speed", i, 100*loss)
			}
		}
		return nil
	},
}

// The field with holes: samples along a side, and lengths in metres.
const (
	holeSide  = 41
	holePitch = 0.5
	// holeHeight is how high the field is above the floor.
	holeHeight = 4
)

// holeAt tells whether a cell of the field has no surface: a grid of square holes.
func holeAt(column, row int) bool { return column%8 >= 5 && row%8 >= 5 }

var holeField = Scene{
	Name:     "height_field_holes",
	Category: "terrain",
	Text:     "balls rain on a height field with square holes: some fall through to the floor below",
	View:     View{Target: vec.V3(0, 3, 0), Distance: 28, Yaw: 30, Pitch: 24},
	Steps:    800,
	Params: []Param{
		{Key: "rows", Min: 1, Max: 20, Default: 10, Whole: true, Text: "rows of balls along each edge"},
	},
	Build: func(r *Run) {
		def := physics.HeightFieldDef{
			Columns: holeSide, Rows: holeSide, Spacing: vec.V3(holePitch, 0, holePitch),
			Origin: vec.V3(-holePitch*(holeSide-1)/2, 0, -holePitch*(holeSide-1)/2),
		}
		for row := range holeSide {
			for column := range holeSide {
				h := float32(0.25 * float32(vec.Sin(float32(0.5*float32(column)))*vec.Sin(float32(0.4*float32(row)))))
				// a rim keeps what rolls on the field
				if edge := min(column, row, holeSide-1-column, holeSide-1-row); edge < 2 {
					h = along(2, -1, edge)
				}
				def.Heights = append(def.Heights, h)
				if column < holeSide-1 && row < holeSide-1 {
					def.Holes = append(def.Holes, holeAt(column, row))
				}
			}
		}
		field, err := physics.NewHeightField(def)
		if err != nil {
			r.fail(err)
			return
		}
		r.static(at(0, holeHeight, 0), field, material(0.6))
		r.ground(20, 20, 0.6)
		n := r.count("rows")
		rng := random(31)
		for i := range n * n {
			ball := material(0.6)
			ball.Material.RollingResistance = 0.05
			p := vec.V3(centred(i%n, n, 1.6)+rng.between(-0.2, 0.2), holeHeight+rng.between(2, 5),
				centred(i/n, n, 1.6)+rng.between(-0.2, 0.2))
			r.dynamic(physics.Transform{P: p, Q: vec.QuatIdentity}, physics.Sphere{Radius: 0.3}, ball)
		}
	},
	Check: func(r *Run) error {
		fallen := 0
		for i, b := range r.Bodies {
			p := b.Position()
			switch {
			case p.Y < 0:
				return fmt.Errorf("ball %d fell through the floor to %v", i, p)
			case p.Y < holeHeight-1:
				fallen++
			default:
				column := int((p.X + holePitch*(holeSide-1)/2) / holePitch)
				row := int((p.Z + holePitch*(holeSide-1)/2) / holePitch)
				falls := b.LinearVelocity().Y < -1
				if holeAt(column, row) && p.Y < holeHeight-0.6 && !falls {
					return fmt.Errorf("ball %d hangs in a hole at %v", i, p)
				}
			}
		}
		if len(r.Bodies) > 20 && (fallen < len(r.Bodies)/20 || fallen > len(r.Bodies)*19/20) {
			return fmt.Errorf("%d of %d balls fell through the holes", fallen, len(r.Bodies))
		}
		return nil
	},
}

// The trough of the scene is a cycloid upside down that a point on a wheel of this radius (m) draws.
const (
	cycloidWheel  = 2
	cycloidBall   = 0.1
	cycloidTracks = 4
)

// cycloid is the place of the centre of a ball at the parameter t, 0 at the bottom.
func cycloid(t float32) (x, y float32) {
	s, c := vec.SinCos(t)
	return float32(cycloidWheel * (t + s)), float32(cycloidWheel * (1 - c))
}

// cycloidStart is the parameter at which the ball of a lane starts.
func cycloidStart(pose int) float32 { return along(-2.6, 0.6, pose) }

var tautochrone = Scene{
	Name:     "tautochrone",
	Category: "terrain",
	Text:     "smooth balls in a trough of the form of a cycloid arrive at the bottom together, from wherever they start",
	View:     View{Target: vec.V3(-3, 1.5, 0), Distance: 14, Yaw: 15, Pitch: 30},
	Steps:    142, // a quarter of the period 4π·√(R/g) is 141.85 steps
	Build: func(r *Run) {
		var def physics.MeshDef
		const geometries = 400
		for i := range geometries + 1 {
			// the surface lies one radius below the way of the centre, whose slope is half the parameter
			t := along(-2.9, 5.8/geometries, i)
			x, y := cycloid(t)
			s, c := vec.SinCos(float32(0.5 * t))
			for side := float32(-1); side <= 1; side += 2 {
				def.Vertices = append(def.Vertices, vec.V3(x+float32(cycloidBall*s), y-float32(cycloidBall*c),
					float32(3*side)))
			}
		}
		for i := range uint32(geometries) {
			a := 2 * i
			def.Indices = append(def.Indices, a, a+1, a+2, a+2, a+1, a+3)
		}
		r.static(at(0, 0, 0), r.mesh(def), material(0))
		for pose := range cycloidTracks {
			x, y := cycloid(cycloidStart(pose))
			ball := bodyAt(physics.Dynamic, at(x, y, centred(pose, cycloidTracks, 1)))
			ball.AllowSleep = false
			r.attach(r.body(ball), physics.Sphere{Radius: cycloidBall}, material(0))
		}
	},
	Check: func(r *Run) error {
		for i, late := range tautochroneLate(r) {
			if vec.Abs(late) > 0.01 {
				return fmt.Errorf("the ball of lane %d arrives %.2f ms late, %.2f %% of its time", i, 1000*late,
					100*late/tautochroneTime())
			}
		}
		return nil
	},
}

// tautochroneTime is how long (s) a ball needs to the bottom, from everywhere: π·√(R/g).
func tautochroneTime() float32 { return float32(vec.Pi * vec.Sqrt(cycloidWheel/9.81)) }

// tautochroneLate returns how much later (s) than by theory each ball arrives at the bottom, when the
// run has come to about that time.
func tautochroneLate(r *Run) []float32 {
	var late []float32
	now := float32(r.StepCount) / float32(r.Scene.Rate())
	for _, b := range r.Bodies {
		late = append(late, now-b.Position().X/b.LinearVelocity().X-tautochroneTime())
	}
	return late
}
