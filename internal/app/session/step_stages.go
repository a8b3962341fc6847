package session

import "tumble/physics"

// StepStage is a part of a step, for profiles. Depth says inside how many others it is.
type StepStage struct {
	Name  string
	Depth int
	Of    func(*physics.Profile) int64
}

// StepStages are the stages in the order of the step, those inside others deeper.
var StepStages = [...]StepStage{
	{"step", 0, func(p *physics.Profile) int64 { return p.Step }},
	{"pairs", 1, func(p *physics.Profile) int64 { return p.Pairs }},
	{"collide", 1, func(p *physics.Profile) int64 { return p.Collide }},
	{"transitions", 1, func(p *physics.Profile) int64 { return p.Transitions }},
	{"solve", 1, func(p *physics.Profile) int64 { return p.Solve }},
	{"prepare", 2, func(p *physics.Profile) int64 { return p.Prepare }},
	{"velocities", 2, func(p *physics.Profile) int64 { return p.IntegrateVelocities }},
	{"warm start", 2, func(p *physics.Profile) int64 { return p.WarmStart }},
	{"contacts", 2, func(p *physics.Profile) int64 { return p.SolveContacts }},
	{"positions", 2, func(p *physics.Profile) int64 { return p.IntegratePositions }},
	{"relax", 2, func(p *physics.Profile) int64 { return p.Relax }},
	{"restitution", 2, func(p *physics.Profile) int64 { return p.Restitution }},
	{"store", 2, func(p *physics.Profile) int64 { return p.Store }},
	{"finalise", 1, func(p *physics.Profile) int64 { return p.Finalize }},
	{"continuous", 1, func(p *physics.Profile) int64 { return p.Continuous }},
	{"refit", 1, func(p *physics.Profile) int64 { return p.Refit }},
	{"sleep", 1, func(p *physics.Profile) int64 { return p.Sleep }},
	{"sensors", 1, func(p *physics.Profile) int64 { return p.Sensors }},
}
