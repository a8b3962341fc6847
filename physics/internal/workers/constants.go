package workers

// This file is the ledger of the limits and waiting times of the pool: each with its unit, its reason and the
// test that exercises it.

const (
	// MaxWorkers (count): largest number of workers of a pool. Stages have too few blocks for more. More goroutines
	// would wake for nothing.
	MaxWorkers = 64
	// callerRounds (looks): how often the caller of Run looks whether the last blocks are done before it parks, for
	// about ten microseconds. The counts stand for times, because the simulation reads no clock.
	callerRounds = 600
	// workerRounds (looks): how often a worker looks for a new stage before it parks. That is longer than most serial
	// parts of a step, and than the gap between two steps that follow at once; waking a worker takes longer
	// still. With a shorter wait large_pyramid woke one five times a step.
	workerRounds = 6000
	// spinPause (turns of an empty loop): pause between two looks. Without it: looks slow the writer of the cache line.
	spinPause = 16
	// claimShare (fraction): a worker claims one claimShare-th of the blocks that are left of a segment at a time. Larger
	// claims leave the end to one worker, smaller ones cost an exchange a block. Exercised by TestClaims.
	claimShare = 4
	// maxClaim (blocks): most blocks of a claim. Exercised by TestClaims.
	maxClaim = 4
)

// Governor, in units of steps and of thousandths.
const (
	// probeInterval (steps): distance of two probes. A probe may cost twice a step, so one in 64 costs at most 1.6 %.
	// Exercised by TestGovernor.
	probeInterval = 64
	// doubtInterval (steps): distance after a probe that spoke against the current choice. Exercised by TestGovernor.
	doubtInterval = 4
	// switchMargin (1/1000): keeps noise from switching back and forth. Times of equal steps differ by two percent.
	switchMargin = 30
	// smoothing (steps): the share of the past in the ratio is 1 − 1/smoothing. Without it: one disturbed step decides.
	smoothing = 4
	// maxRatio (1/1000): bound of the ratio of one disturbed step. Exercised by TestGovernor.
	maxRatio = 3000
	// initialRatio (1/1000): ratio before the first measurement. Sharing is taken to pay.
	initialRatio = 700
)
