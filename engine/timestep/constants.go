package timestep

// The numbers of the display clock. `Without it` names a test of this package.
const (
	// acquireFrames (frames): stamps that are looked at before the clock locks, 0.4 s at 60 Hz. The line through fewer has a
	// slope that is off by more than the nominal rate. Tried: 12, TestDisplayClockJudder.
	acquireFrames = 24
	// shortest, longest (ns): periods that displays have; longer frames are as long as their work. Without them:
	// TestDisplayClockVariableRate.
	shortest, longest = 1e6, 45e6
	// fadeGap: part of the difference that a lock has left by which it fades in a frame. Without it: the picture stands,
	// TestDisplayClockFollowsRateChange.
	fadeGap = .1
	// leastWalk: least statistic of Durbin and Watson of stamps that belong to a regular display; 24 independent errors
	// have less in one case of nine, which costs as many frames again. Without it: TestDisplayClockVariableRate. Tried: 1, more
	// locks on displays of variable rate.
	leastWalk = 1.5
	// nominalError: standard deviation of a display's true rate from its nominal one, as 59.94 from 60 Hz. Without it:
	// TestDisplayClockJudder, 144 Hz.
	nominalError = 1e-3
	// latticeReach (refreshes): how far apart the hypotheses lie that are kept. One drop that the readings hide is told by
	// the next two frames. Tried: 1, more judder than the raw clock on random machines of the lab.
	latticeReach = 2
	// latticeMost (refreshes): longest stretch between two frames in which the one that showed a frame is searched.
	// Without it: a stall of seconds is searched refresh by refresh.
	latticeMost = 32
	// leastWeight: hypotheses less probable are left out. It saves time only. Tried: 1e-6, none.
	leastWeight = 1e-9
	// leastSeen (ns): least standard deviation of stamps; a display's own refreshes scatter by as much. Without it: a
	// perfect display has a variance of 0.
	leastSeen = 2e3
	// firstDrawn, leastDrawn (ns): standard deviation of the moment a frame was handed over, at first and at least; a fence
	// is looked for as often. Tried: 1e5 at first, none.
	firstDrawn, leastDrawn = 5e5, 2e4
	// unusual: share of frames whose work is not the usual one, given that it could be any up to a period. Without it: a frame
	// that really takes long counts as half as long.
	unusual = .01
	// firstStray, leastStray, mostStray: share of stamps taken by a thread that slept. Without the most: a new rate of the
	// display is taken for noise, TestDisplayClockFollowsRateChange.
	firstStray, leastStray, mostStray = .01, .002, .2
	// firstMisled, leastMisled, learnMisled: share of frames whose hand-over misleads, at first and at least, and the part by
	// which a frame moves it. Without the least: one such frame ends the lock.
	firstMisled, leastMisled, learnMisled = 1e-5, 1e-6, 1.0 / 1024
	// learnSeen, learnDrawn, learnStray: part by which a frame moves the variance of stamps and of hand-overs, and the
	// share of stray stamps. Slower than two seconds of frames, faster than a change of load. Tried: twice and half of each, none.
	learnSeen, learnDrawn, learnStray = 1.0 / 128, 1.0 / 64, 1.0 / 256
	// learnWalk, mostDoubt: part by which a frame moves mean and variance of the time between frames, and the odds (logarithm)
	// against a lattice at which it is given up: one to nine million, which chance brings once in days. Without them:
	// TestDisplayClockFollowsRateChange, TestDisplayClockVariableRate. Tried: 7, a lock lost every five thousand frames.
	learnWalk, mostDoubt = 1.0 / 8, 16
	// shiver, wander (ns): standard deviations by which the phase and the period of a display change from one refresh to the
	// next, by its quartz and by the system's clock, which is slewed by up to 500 parts in a million. Without wander: a slewed
	// clock loses the display, TestDisplayClockFollowsSlew.
	shiver, wander = 1e3, 2
	// offsetGain: part by which the mean difference to the real time fades with each frame, over half a minute. Tried: 0.002,
	// judder of stamps that are off by a third of a period.
	offsetGain = 0.0005
	// offsetMost: most of a period by which it fades in one frame: a tenth of the motion that one can see. Without it: one
	// late frame of a hundred periods.
	offsetMost = 0.001
	// feedbackWithin (ns): age of the newest feedback beyond which nothing comes back any more. Without it:
	// TestDisplayClockWithoutFeedback.
	feedbackWithin = 50e6
)

// Standstill (ns): longest stretch of time that a frame may pass on to a loop that deals with long frames itself. A
// longer stretch is no frame: a machine was suspended, a debugger stopped the program, a tab was in the background.
// Without it: TestNoLoopRacesOn, where two loops run an hour of steps after an hour.
const Standstill = 10 * Second

// The numbers of the broken loops, which are there to show their fault: TestBrokenLoops names the fault of each.
const (
	// liveRead (ns): time from the blend to the moment the render thread reads the matrices, as long as a picture of the
	// laboratory takes to draw. With less than a third of a tick the fault hides on displays of 60 Hz.
	liveRead = 4 * Millisecond
	// sleepLate (ns): by how much a sleep ends late. Linux has 0.06 ms, Windows 1 to 15.6.
	sleepLate = 1 * Millisecond
	// floatUptime (s): how long the machine has been up. A float32 counts in 2^-9 s from 16,384 s to 32,768 s.
	floatUptime = 20_000
	// floatPeriod (s): how long the loop runs until its clock starts again at floatUptime: the fault stays the same.
	floatPeriod = 3600
	// byFramesRate (Hz): frames a second on the display of the author.
	byFramesRate = 60
)
