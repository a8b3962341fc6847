package timestep

var renderTickInfo = StrategyInfo{
	Name: "render-tick", Title: "render tick: a copy of the world stepped by the remainder",
	Good:    "no lag and no blending: the picture is a state the simulation could have had, with contacts",
	Failure: "a copy and an extra step per frame; the short step is not the step that will be taken, so the picture corrects itself at every tick",
	Source:  "variant of the canonical game loop",
	Filter:  FilterDisplay, Exact: true,
}

func showRenderTick(s *Stepper) Show {
	sh := showExtrapolated(s)
	sh.CloneDt = float32(s.Alpha() / float64(s.Rate()))
	return sh
}
