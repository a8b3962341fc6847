package lab

// elsewhere are the goals that simulated displays cannot show: what is asked, what measures it, and why not this
// command. Their figures stand in docs/timestep.md.
var elsewhere = []struct {
	number                  int
	name, goal, how, reason string
}{
	{1, "worked examples of the articles", "all", "go test ./engine/...", "it is a list of cases and no figure"},
	{19, "allocations in a frame", "0", "TestFramesDoNotAllocate, TestGoalGarbageCollection",
		"the laboratory has no frames of a window"},
	{20, "pause of the collector in a frame", "100 us", "TestGoalGarbageCollection",
		"needs the window; its length is that of the machine's scheduler"},
	{21, "hand-over of a frame, threaded against inline, with and without loop.main_draws", "15 us; 5 % when trivial",
		"BenchmarkHandOver, BenchmarkExecutors", "needs two processors of its own"},
	{22, "recording of a body", "30 ns", "BenchmarkRecord10000", "needs a processor of its own"},
	{23, "frames in flight", "2 packets, 1 in OpenGL", "TestOneFrameInFlight", "the laboratory has no render side"},
	{25, "stamps of events", "0.5 ms", "TestGoalEventStamps", "needs a window system"},
	{27, "vsync that is not honoured", "found in 0.5 s, 30 % of a core", "TestGoalVsyncNotHonoured", "needs a driver"},
	{28, "driver that hangs", "no tick missed, exit in 2.5 s", "TestLoopRenderHang",
		"the laboratory has no render side"},
	{29, "storm of sizes", "no error, no leak", "TestStorm", "needs a window system"},
	{30, "resources between frames that replace each other", "none lost", "TestModel",
		"the laboratory has no resources"},
	{31, "panic of either side", "an error in 100 ms, nothing leaks",
		"TestLoopPanicsBecomeErrors, TestStartStopLeaksNothing", "the laboratory has one side"},
	{32, "load while paused, minimised", "1 %, 0.3 % of a core", "TestGoalIdle, TestGoalHidden",
		"needs a window system"},
	{33, "window that is dragged", "frames go on", "TestLoopReentrantFrames", "the laboratory has no event loop"},
	{34, "causes of long frames", "all named", "TestHitchesHaveTheirCause", "needs the window's frames"},
	{36, "races", "none", "go test -race ./engine/... ./renderer/...", "needs a build with the race detector"},
}
