package scenes

// library is the whole gallery in the order in which it is shown.
var library = []*Scene{
	&oneBox, &stack10, &stack20, &pyramid36, &pyramid210, &pyramid1275,
	&cardHouse, &arch, &dominoSpiral, &heavyOnLight, &overflowPile, &incline,
	&bowling, &newtonsCradle, &spinningTops, &mixedRain, &tumbler,
	&rollingShapes, &coneCircle, &turntable, &spinningCoin, &movingCompounds,
	&rollingResistance, &conveyor, &combineRules,
	&filters, &sensorGates, &hitEvents, &trapdoors, &thinWall,
	&meshSlide, &holeField, &tautochrone, &meshDrop, &wavePile,
	&characterCourse, &explosion, &windmill, &pool, &axisLocks, &lifts, &farStack,
	&eulerSpring, &restingBall, &stall,
	&chain100, &ropeBridge, &crane, &gears, &rollerCoaster, &ragdollPile, &ragdollGym, &ragdollBridge, &driving,
	&skidPad,
	&football, &sharedTower,
	&jointGrid, &rain, &largePyramid, &manyPyramids, &widePyramid, &convexPile, &junkyard, &washer, &largeWorld,
	&trees100, &trees50, &trees25, &joltPyramid, &convexVsMesh, &highSpeed, &characterVirtual,
}

// DefaultScene is the scene that a window opens on.
const DefaultScene = "pyramid36"

// All returns the scenes in the order in which they are listed. The slice is the caller's,
// the scenes are shared and must not be changed.
func All() []*Scene { return append([]*Scene(nil), library...) }

// Find returns the scene with the given name.
func Find(name string) (*Scene, bool) {
	for _, s := range library {
		if s.Name == name {
			return s, true
		}
	}
	return nil, false
}
