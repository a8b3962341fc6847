package diagnose

// FrameSample has the times of one frame, from the start of its recording to the start of the next recording (ns).
type FrameSample struct {
	Frame, Tick uint64
	Time        int64 // the reading of the clock at its end
	Frames      int64 // how long it was
	Steps       int
	Step        int64 // its ticks
	StepStall   int64 // part of Step without a core
	Record      int64
	RecordStall int64
	Late        int64 // woken so much later than asked for
	Draw, Swap  int64 // of the frame that the executor finished last
	DrawCPU     int64 // processor time of the program while it was drawn
	DrawDelay   int64 // where the processor draws: for how long a thread had no core meanwhile
	LateDelay   int64 // and between two draws
	System      int64 // processor time of the kernel for the main thread
	Delay       int64 // the main thread was ready and had no core
	MinorFaults uint64
	MajorFaults uint64
	BlocksIn    uint64 // of a disk, for the main thread
	BlocksOut   uint64
	Locked      int64 // of a hitch: the main thread waited for locks
	Input       int64 // from the newest input that it shows to the end of its swap, 0 without
	Inline      bool  // that frame was drawn by the main thread
	DrawLate    int64 // taken by the executor so much later than it could have been
	Allocated   uint64
	Pauses      int64 // of the collector
	Collected   int64 // its pauses, and the share of the cores of its cycles that ended in the frame
	Waits       int64 // of goroutines for a core
	WaitCount   uint64
	Dropped     int64 // ticks given up
	Cycles      uint64
	Collecting  bool
	Trigger     Trigger
	Cause       Cause
}
