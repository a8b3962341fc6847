package timestep

// The numbers of the display clock. `Without it` names a test of this package.
const (
	// acquireFrames (frames): stamps that are looked at before the clock locks, 0.4 s at 60 Hz. The line through fewer
	// has a slope that is off by more than the nominal rate. Tried: 12, TestDisplayClockJudder.
	acquireFrames = 24
	// shortest, longest (ns): periods that displays have; longer frames are as long as their work. Without them:
	// TestDisplayClockVariableRate.
	shortest, longest = 1e6, 45e6
	// fadeGap (1): part of the difference that a lock has left by which it fades in a frame. A
	// difference of some refreshes is gone in half a second. Without it: the picture stands,
	// TestDisplayClockFollowsRateChange.
	fadeGap = .1
	// leastWalk (1): least statistic of Durbin and Watson of stamps that belong to a regular display; 24 independent
	// errors have less in one case of nine, which costs as many frames again. Without it: TestDisplayClockVariableRate.
	// Tried: 1, more locks on displays of variable rate.
	leastWalk = 1.5
	// nominalError (1): standard deviation of a display's true rate from its nominal one. 59.94 Hz are called 60 Hz.
	// Without it: TestDisplayClockJudder, 144 Hz.
	nominalError = 1e-3
	// latticeReach (refreshes): how far apart the hypotheses lie that are kept. One drop that the readings hide is told
	// by the next two frames. Tried: 1, more judder than the raw clock on random machines of the lab.
	latticeReach = 2
	// latticeMost (refreshes): longest stretch between two frames in which the one that showed a frame is searched.
	// A longer one is no frame. Without it: a stall of seconds is searched refresh by refresh.
	latticeMost = 32
	// leastWeight (1): hypotheses less probable are left out. It saves time only. Tried: 1e-6: no test failed.
	leastWeight = 1e-9
	// leastSeen (ns): least standard deviation of stamps; a display's own refreshes scatter by as much. Without it: a
	// perfect display has a variance of 0.
	leastSeen = 2e3
	// firstDrawn, leastDrawn (ns): standard deviation of the moment a frame was handed over, at first and at least; a
	// fence is looked for as often. Tried: 1e5 at first: no test failed.
	firstDrawn, leastDrawn = 5e5, 2e4
	// unusual (1): share of frames whose work is not the usual one. It could be any up to a period. Without it: a frame
	// that really takes long counts as half as long.
	unusual = .01
	// firstStray, leastStray, mostStray (1): share of stamps taken by a thread that slept, at first, at least and at
	// most. A share of all would take a new rate of the display for noise. Without them:
	// TestDisplayClockFollowsRateChange.
	firstStray, leastStray, mostStray = .01, .002, .2
	// firstMisled, leastMisled, learnMisled (1): share of frames whose hand-over misleads, at first and at least, and
	// the part by which a frame moves it. A share of 0 would never rise. Without them: one such frame ends the lock.
	firstMisled, leastMisled, learnMisled = 1e-5, 1e-6, 1.0 / 1024
	// learnSeen, learnDrawn, learnStray (1): part by which a frame moves the variance of stamps and of hand-overs, and
	// the share of stray stamps. Slower than two seconds of frames, faster than a change of load. Tried: twice and half
	// of each: no test failed.
	learnSeen, learnDrawn, learnStray = 1.0 / 128, 1.0 / 64, 1.0 / 256
	// learnWalk, mostDoubt (1): part by which a frame moves mean and variance of the time between frames, and the odds
	// (logarithm) against a lattice at which it is given up. One to nine million comes by chance once in days. Without
	// them: TestDisplayClockFollowsRateChange, TestDisplayClockVariableRate; with 7 a lock is lost every five thousand
	// frames.
	learnWalk, mostDoubt = 1.0 / 8, 16
	// shiver, wander (ns): standard deviations by which the phase and the period of a display change from one refresh
	// to the next. Its quartz drifts, and the clock of the system is slewed by up to 500 parts in a million. Tried: 0
	// for both: no test of the clock failed.
	shiver, wander = 1e3, 2
	// offsetGain (1): part by which the mean difference to the real time fades with each frame. It takes half a minute.
	// Tried: 0.002: judder of stamps that are off by a third of a period.
	offsetGain = 0.0005
	// offsetMost (1): most of a period by which it fades in one frame. It is a tenth of the motion that one can see.
	// Without it: one late frame of a hundred periods.
	offsetMost = 0.001
	// feedbackWithin (ns): age of the newest feedback beyond which nothing comes back any more. Three refreshes at
	// 60 Hz. Without it:
	// TestDisplayClockWithoutFeedback.
	feedbackWithin = 50e6
)

// Standstill (ns): longest stretch of time that a frame may pass on to a loop that deals with long frames itself. A
// longer stretch is no frame: a machine was suspended, a debugger stopped the program, a tab was in the background.
// Without it: TestNoLoopRacesOn, where two loops run an hour of steps after an hour.
const Standstill = 10 * Second

// The numbers of the broken loops, which are there to show their fault: TestBrokenLoops names the fault of each.
const (
	// liveRead (ns): time from the blend to the moment the render thread reads the matrices, as long as a picture of
	// the laboratory takes to draw. With less than a third of a tick the fault hides on displays of 60 Hz. Without it:
	// TestBrokenLoops.
	liveRead = 4 * Millisecond
	// sleepLate (ns): by how much a sleep ends late. Linux has 0.06 ms, Windows 1 to 15.6. Without it: TestBrokenLoops.
	sleepLate = 1 * Millisecond
	// floatUptime (s): how long the machine has been up. A float32 counts in 2^-9 s from 16,384 s to 32,768 s.
	// Without it: TestBrokenLoops.
	floatUptime = 20_000
	// floatPeriod (s): how long the loop runs until its clock starts again at floatUptime. The fault stays the same: a
	// float32 has as many digits all the while. Given by: floatUptime and the next power of two.
	floatPeriod = 3600
	// byFramesRate (Hz): frames a second on the display of the author of such a loop. Given by: the commonest display.
	byFramesRate = 60
)
