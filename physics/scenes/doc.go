// Package scenes is the library of ready-made scenes. The window, the command line, the
// tests and the benchmarks all run the same list, so the scene that is measured and the scene that is seen are the
// same.
//
// A [Scene] says how to build a world, what to do before each step, how long the scene
// runs, and what must hold at its end: Check is a claim about the physics (nothing slid, the
// house stands, the last domino fell), not a smoke test.
//
//	scene, _ := scenes.Find("pyramid210")
//	run, err := scene.New(scene.WorldDef(), nil)
//	for err == nil && run.StepCount < scene.Steps {
//		err = run.Advance(0)
//	}
//	if err == nil {
//		err = run.Check()
//	}
//
// The scenes named in Box3D's and Jolt's benchmarks are rebuilt from their published
// descriptions and keep their names, sizes and step rates, so that figures compare.
package scenes
