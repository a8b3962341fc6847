// Package physicstest helps tests of programs that use package physics: a test that fails leaves a recording that the
// sandbox opens at the step of the failure, checks look at a world after every step, and golden files keep results.
//
//	func TestCrateStays(t *testing.T) {
//		world, crate := slope(t)
//		physicstest.Record(t, world)
//		physicstest.Run(t, world, 120, 1.0/60, physicstest.Penetration(0.005), physicstest.Finite())
//		physicstest.Assert(t, world, physicstest.AtRest(0.01, 0.01, crate))
//	}
//
// A failure is reported with its step, body, value and bound, and the log says how to look at it:
//
//	slope_test.go:51: step 9: body "crate" moves at 0.294 m/s, more than 0.01 m/s
//	slope_test.go:46: to see the failure: sandbox run /tmp/tumble-tests-1000/TestCrateStays.tumble --at 9
//
// A Check is a function: a test writes its own, or makes one of a quantity by Within. Tests with worlds of their own
// may run in parallel.
package physicstest
