package engine

import (
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/pose"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// Simulation is run by a Loop. All calls come from the main thread, in this order in
// every frame: Input for each event, then for each tick Tick and Poses, then Record.
type Simulation interface {
	// Input gets every window event of the frame. Input translates an event that concerns the world into an event that
	// needs no window to be understood, and pushes it into world with the stamp of the window event; Tick gets the
	// pushed event in its tick.
	Input(e *input.Event, world *input.Queue)
	// Tick advances the simulation by one tick. events are the events of this tick; the slice is valid during the call.
	// An error ends the loop.
	Tick(t timestep.TickTime, events []input.Event) error
	// Poses tells the store which bodies moved in the tick.
	Poses(s *pose.Store)
	// Record draws the frame into f.Packet. It is not called when nothing is to be drawn.
	Record(f *Frame) error
}

// Digester is a Simulation that can condense its state to a number; a recording needs it.
type Digester interface {
	// Digest returns the number for the state after the last tick.
	Digest() uint64
}

// Editor is a Simulation that takes the events of the world while time stands still, so that the picture shows changes
// at once. In a recording these events are input of the next tick.
type Editor interface {
	// Edit applies events between two ticks; the slice is valid during the call. An error ends the loop.
	Edit(events []input.Event) error
}

// Framer is a Simulation that has something to do in every frame, drawn or not.
type Framer interface {
	// Frame is called after the ticks of a frame with the reading of the clock (ns) at its start.
	Frame(now int64) error
}

// Latcher is a Simulation whose eye follows the newest input after a frame has been recorded.
type Latcher interface {
	// Latch returns the eye as it is elapsed ns after the last recorded frame; ok is false when
	// that frame is to be drawn as it was recorded.
	Latch(elapsed int64) (v renderer.View, ok bool)
}

// Releaser is a Simulation that owns meshes or textures.
type Releaser interface {
	// Release destroys the meshes and textures. Run calls Release before it ends the executor.
	Release()
}

// Previewer is a Simulation that can show the result of a further step without taking it.
type Previewer interface {
	// Preview steps a copy of the world by dt seconds, less than a tick, and gives the poses of
	// the bodies that moved to pose.Store.Override. The store has the poses of the last tick already.
	// After an error the frame is extrapolated.
	Preview(dt float32, s *pose.Store) error
}

// Frame is the argument of Record.
type Frame struct {
	Packet *renderer.Packet
	Poses  *pose.Store
	Nodes  *pose.NodeStore
	// Show is the moment to draw; the poses and nodes have it already.
	Show timestep.Show
	// Now is the reading of the clock, Elapsed the real time since the last recorded frame (ns).
	Now, Elapsed int64
	// Width and Height are the framebuffer in pixels, Scale is pixels per 96 dpi pixel.
	Width, Height int
	Scale         float32
	// Status has the figures of the loop.
	Status *Status

	redrawAt int64
}

// Redraw asks for another frame within ns nanoseconds even if nothing happens until then: a cursor
// that blinks, an animation of the interface. A running simulation is drawn anyway.
func (f *Frame) Redraw(ns int64) {
	if at := f.Now + max(ns, 0); f.redrawAt == 0 || at < f.redrawAt {
		f.redrawAt = at
	}
}

// Status has the figures of the loop.
type Status struct {
	Strategy     string
	Lock         timestep.Lock
	Tick         uint64
	Hz           int64
	Alpha        float64
	Paused       bool
	Replaying    bool // the input of the world comes from a recording
	SpeedNum     int64
	SpeedDen     int64
	Frames       uint64  // recorded
	FrameNs      int64   // between the last two recorded frames
	StepNs       int64   // wall time of this frame's ticks
	Steps        int     // ticks of this frame
	Lag          int64   // from the moment shown to the strategy's own time (ns)
	RecordNs     int64   // wall time of the last Record
	TickCost     int64   // moving average of one tick (ns)
	RealTime     float64 // simulated time per real time, over about a second
	Dropped      int64   // ticks given up since the start
	DroppedNs    int64
	Behind       int64 // virtual time owed beyond a tick (ns)
	Failing      bool  // the debt grows: the loop no longer catches up
	LostEvents   uint64
	Refresh      int64           // period of the display (ns), 0 unknown
	VsyncIgnored bool            // vsync is wanted but swaps do not wait: the software limit is on
	Drawing      renderer.Health // how drawing gets on
	// ShownNs (ns) is the time between the two newest pictures on the display, or the time since the newest picture
	// while the next one takes longer. Frames that were recorded and not shown do not count.
	ShownNs     int64
	LastPresent renderer.Present
	Hitches     uint64 // frames that took longer than they should have
	LastHitch   diagnose.Hitch
	Drawn       renderer.Counters
	Ledger      *timestep.Ledger
}
