// Package physics simulates rigid bodies in three dimensions.
//
// A World holds bodies; a body is made of one or more shapes; joints tie bodies together.
// Step advances the world by a time the caller chooses:
//
//	w, err := physics.NewWorld(physics.DefaultWorldDef())
//	if err != nil {
//		return err
//	}
//	floor, _ := w.CreateBody(physics.DefaultBodyDef())
//	floor.CreateShape(physics.BoxHalf(20, 0.5, 20), physics.DefaultShapeDef())
//
//	def := physics.DefaultBodyDef()
//	def.Type = physics.Dynamic
//	def.Position = physics.V3(0, 10, 0)
//	ball, _ := w.CreateBody(def)
//	ball.CreateShape(physics.Sphere{Radius: 0.5}, physics.DefaultShapeDef())
//
//	for range 100 {
//		if err := w.Step(1.0 / 100); err != nil {
//			return err
//		}
//	}
//
// # Units and frames
//
// Metres, kilograms, seconds, radians, newtons. Frames are right-handed with y up. A rotation
// is a unit quaternion (x, y, z, w). Positions and vectors are in world axes unless a name
// says local.
//
// # Handles and errors
//
// Body, Shape and Joint are small comparable values that stay valid until the thing they
// name is destroyed and never come to name another one. The zero handle names nothing.
// Every call that changes a world returns an error: nil if it was done, else why it was refused and changed nothing.
// The handle is stale (ErrStale) or of another world (ErrForeign), the world is stepping (ErrWorldLocked), a value is
// out of the range that the error names, or the thing lacks what the call is about. Those on handles are counted, too
// (Counters.RefusedCalls). A bool is the answer to a question only. Questions to stale handles have zero answers.
//
// # Determinism
//
// The same calls with the same values give the same bits on every platform and for every
// number of workers. Hash condenses the state; Snapshot and Restore continue bit for bit.
//
// # Large worlds
//
// Positions are single precision: at 10 km from the origin neighbouring ones are 1 mm apart, and
// motion gets coarse. Within 2 km nothing can be noticed. World.ShiftOrigin brings a far place to
// the origin, where it behaves as any other.
//
// # Heaps in one place
//
// Bodies made at one place overlap each with every other one. A body gets a dozen contacts with such deep
// overlaps; further pairs of dynamic bodies wait and come in while the cluster spreads
// (Counters.WaitingShapes). Bodies that touch such a cluster from outside do not wait. A world has
// WorldDef.MaxContacts at most; Counters.DroppedContacts counts the others.
//
// # Threads
//
// A World belongs to one goroutine at a time. Between steps any number of goroutines may
// read and query it, as long as nobody writes.
//
// # Method
//
// Soft-constraint sub-stepping with a relaxing pass (Catto, "Solver2D", 2024; Macklin et al.,
// "Small Steps in Physics Simulation", 2019) over a coloured constraint graph (Catto, "SIMD
// Matters", 2024), persistent islands (Catto, "Simulation Islands", 2023), dynamic bounding
// volume trees (Catto, GDC 2019) and speculative contacts (Catto, GDC 2013).
package physics
