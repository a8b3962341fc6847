package extension

import "tumble/physics"

// CombineRules are the rules of KHR_physics_rigid_bodies in the order in which they win.
var CombineRules = []string{"average", "minimum", "maximum", "multiply"}

var CombineRule = map[string]physics.CombineRule{
	"average": physics.CombineKHRAverage, "minimum": physics.CombineKHRMinimum,
	"maximum": physics.CombineKHRMaximum, "multiply": physics.CombineKHRMultiply,
}

// OwnCombineRules are all rules by which the program combines coefficients; those of
// KHR_physics_rigid_bodies need no extension.
var OwnCombineRules = map[string]physics.CombineRule{
	"auto": physics.CombineAuto, "average": physics.CombineAverage, "geometricMean": physics.CombineGeometricMean,
	"minimum": physics.CombineMinimum, "multiply": physics.CombineMultiply, "maximum": physics.CombineMaximum,
}
