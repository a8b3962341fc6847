package workers

// This file is the ledger of the limits and waiting times of the pool: each with its unit, its reason and the
// test that exercises it.

const (
	// MaxWorkers (count): largest number of workers of a pool. Stages have too few blocks for more. More goroutines
	// would wake for nothing. Tried: at 6 and at 640 none fails.
	MaxWorkers = 64
	// callerRounds (looks): how often the caller of Run looks whether the last blocks are done before it parks, for
	// about ten microseconds. The counts stand for times, because the simulation reads no clock.
	// Tried: at 60 and at 6,000 none fails.
	callerRounds = 600
	// workerRounds (looks): how often a worker looks for a new stage before it parks. That is longer than most serial
	// parts of a step, and than the gap between two steps that follow at once; waking a worker takes longer
	// still. Without it: with a shorter wait large_pyramid woke a worker five times a step.
	workerRounds = 6000
	// spinPause (turns of an empty loop): pause between two looks. They take nanoseconds, a stage takes microseconds.
	// Without it: looks slow the writer of the cache line.
	spinPause = 16
	// claimShare (fraction): a worker claims one claimShare-th of the blocks that are left of a segment at a time.
	// Larger claims leave the end to one worker, smaller ones cost an exchange a block. Tried: at 1 and at 40
	// TestClaims.
	claimShare = 4
	// maxClaim (blocks): most blocks of a claim. Others that come late find some left. Tried: at 1 TestClaims; at 40
	// none fails.
	maxClaim = 4
)

// Governor, in units of steps and of thousandths.
const (
	// probeInterval (steps): distance of two probes. A probe may cost twice a step, so one in 64 costs at most 1.6 %.
	// Tried: at 6 TestGovernor; at 640 none fails.
	probeInterval = 64
	// doubtInterval (steps): distance after a probe that spoke against the current choice. Some probes must agree
	// before the choice changes. Tried: at 1 and at 40 none fails.
	doubtInterval = 4
	// switchMargin (1/1000): keeps noise from switching back and forth. Times of equal steps differ by two percent.
	// Tried: at 3 and at 300 none fails.
	switchMargin = 30
	// smoothing (steps): the share of the past in the ratio is 1 − 1/smoothing. Four steps settle a change of the
	// scene. Without it: one disturbed step decides.
	smoothing = 4
	// maxRatio (1/1000): bound of the ratio of one disturbed step. Sharing never costs three times as much by itself.
	// Tried: at 300 TestGovernor; at 30,000 none fails.
	maxRatio = 3000
	// initialRatio (1/1000): ratio before the first measurement. Sharing is taken to pay. Tried: at 70 and at 7,000
	// none fails.
	initialRatio = 700
)
