package rigs

const (
	// designGravity (m/s²): gravity under which a parked car stands in the middle of the travel of its
	// struts. That of a new world. Without it: TestVehicleDrivesSteersAndBrakes, the car sags by 7 cm.
	designGravity = 9.81
	// reverseShare (1): top speed backwards as a part of that forwards. About the ratio of
	// the gears of a car. Without it: scene driving, the car drives backwards at 50 m/s.
	reverseShare = 0.3
	// steerHertz (Hz): the steering as a spring of a wheel about its kingpin. It holds 0.1° against the 200 N·m by
	// which the width of a loaded tyre resists a turn. Without it: TestSkidPadSteers, at 10 Hz the wheels do not turn
	// for a bend of 40 m.
	steerHertz = 60
)
