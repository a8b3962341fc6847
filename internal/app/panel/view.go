package panel

import (
	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/internal/app/browser"
	"tumble/internal/app/command"
	past "tumble/internal/app/history"
	"tumble/internal/app/looplab"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/app/sweeps"
	"tumble/internal/app/tool"
	"tumble/internal/app/trial"
	"tumble/internal/app/watch"
	"tumble/internal/capacity"
	"tumble/internal/doctor"
	"tumble/internal/sweep"
	"tumble/internal/truth"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/renderer"
	"tumble/renderer/ui"
	"unsafe"
)

// The windows of the interface; the titles are also the names in the saved layout.
const (
	windowTune     = "Parameters"
	windowInspect  = "Inspector"
	windowShow     = "Display"
	windowDrives   = "Drives"
	windowProfile  = "Profile"
	windowCounters = "Counters"
	windowFrames   = "Frames"
	windowCost     = "Cost"
	windowEnergy   = "Energy"
	windowStep     = "Contacts and joints"
	windowRuntime  = "Runtime"
	windowGoals    = "Goals"
	windowLab      = "Loop laboratory"
	windowBehind   = "Time step"
	windowMessages = "Messages"
	windowMeters   = "Meters"
	windowTimeline = "Timeline"
	windowAdvice   = "Advice"
	windowTrial    = "Trial"
	windowSweep    = "Sweep"
	windowRigs     = "Truth rigs"
	windowOutliner = "Outliner"
	windowTool     = "Tool"
	windowWelcome  = "First steps"
	windowBusy     = "Please wait"
	windowKeys     = "Keys and mouse"
)

// strategies are the names of the strategies of the time step.
var strategies = timestep.StrategyNames()

// broken has the sentence about the fault of each broken strategy.
var broken = func() map[string]string {
	list := map[string]string{}
	for _, info := range timestep.StrategyInfos() {
		if info.Broken {
			list[info.Name] = "Broken: " + info.Failure + "."
		}
	}
	return list
}()

// vsyncChoices are the names of the kinds of vertical synchronisation.
var vsyncChoices = []string{renderer.VsyncOn: "on", renderer.VsyncOff: "off", renderer.VsyncAdaptive: "adaptive"}

// Host carries out what the user asks for in the panels.
type Host interface {
	// Do carries out a command as if its key had been pressed, Checked reports whether it is on.
	Do(id command.ID)
	Checked(id command.ID) bool
	// Send puts a command into the queue of the world now.
	Send(c input.Event)
	// Look turns to the state after a tick of the history, Choose to another branch.
	Look(tick int)
	Choose(branch int)
	// Compare shows the bodies of another branch beside those of this branch, or hides them again.
	Compare(branch int)
	// Rename gives a branch another name.
	Rename(branch int, name string)
	// Stretch is the first and last tick of the part of time that repeats, or that would repeat. MarkStretch marks its
	// beginning or end at the shown moment, KeepPass keeps a pass through it as a branch.
	Stretch() (from, to int)
	MarkStretch(end bool)
	KeepPass(i int)
	// Host of the browser opens scenes and files meanwhile the window goes on, GiveUp ends that.
	browser.Host
	GiveUp()
	// Open changes to another scene.
	Open(scene *scenes.Scene) error
	// Select selects a body alone, Toggle adds a body or takes it away, SelectList selects several bodies. Selection
	// has all selected bodies.
	Select(b physics.Body)
	Toggle(b physics.Body)
	SelectList(list []physics.Body)
	Selection() []physics.Body
	// LookAt frames a ball (m) in the picture.
	LookAt(center vec.Vec3, radius float32)
	// Hide hides bodies from the picture, or shows them again; Hidden reports whether a body is hidden.
	Hide(list []physics.Body, on bool)
	Hidden(b physics.Body) bool
	SetStrategy(name string) error
	SetQuality(q stage.Quality)
	// Try begins a trial, KeepMember goes on with one of its members, EndTrial with the session itself.
	Try(plan *trial.Plan) error
	KeepMember(i int) error
	EndTrial()
	// ExaminePast looks for symptoms in the last seconds, TryRemedy tries one against a symptom, and TestSymptom keeps
	// it as a test.
	ExaminePast()
	TryRemedy(s *doctor.Symptom) error
	TestSymptom(s *doctor.Symptom) error
	// SaveTrial writes trial i of the session to the folder for files, KeptTrials are those of the folder. OpenTrial
	// opens the scene of a trial with its values, RepeatTrial does it once more.
	SaveTrial(i int) error
	KeptTrials() ([]trial.Record, error)
	OpenTrial(r *trial.Record)
	RepeatTrial(r *trial.Record)
	// BeginSweep simulates a study of a parameter in other processes, from the start of the scene or from the present
	// world. OpenSweepPage shows the results in a browser, OpenCell opens a cell of the study.
	BeginSweep(d *sweep.Draft, now bool) error
	OpenSweepPage() error
	OpenCell(cell int)
	// MeasureMachine counts what this machine runs in real time.
	MeasureMachine()
	// FollowLoop gives the loop of the window the parameters that the session has for it.
	FollowLoop() error
	// ViewIn is the view of the camera in a picture of w × h pixels.
	ViewIn(w, h int) renderer.View
}

// View is the state that the panels show. The application keeps it up to date; the panels read it.
type View struct {
	Host
	// Loop and Window are nil in a picture without a window: it has no panels.
	Loop    *engine.Loop
	Window  engine.Window
	Session *session.Session
	Show    *stage.Show
	Picture *stage.Picture
	Lab     *looplab.Lab
	// History is the log of the session.
	History *past.History
	// Why is the newest chain of causes.
	Why []past.Cause
	// Trace is the branch that is compared with the present one, nil for none.
	Trace *past.Trace
	// Repeat is the stretch that repeats, nil for none.
	Repeat *past.Loop
	// Watch has the meters that are watched.
	Watch *watch.Watch
	// showMeters is set by a click on a value, whose curve is to be shown
	showMeters bool
	// Trial has the copies of the session beside it, and the trials before.
	Trial *trial.Trial
	// Sweep is the newest study, nil for none.
	Sweep *sweeps.Run
	// Capacity is the measurement of this machine, nil for none.
	Capacity *capacity.Run
	// Drawings are the drawings of the program whose recording is shown.
	Drawings *stage.Drawings
	// Live says how the window follows a running program, empty for none.
	Live string
	// Truth is the exact solution beside the scene, nil for none.
	Truth *truth.Twin
	Bad   *diagnose.BadMachine
	// Browser is the window in which scenes are chosen.
	Browser *browser.Browser
	// Foot (pixels) is the height of the legend at the lower edge of the picture in the last frame.
	Foot float32
	// Busy is the name of a long work in progress, empty for none.
	Busy string
	// Worker and Thrower are the tools with their options.
	Worker  *tool.Worker
	Thrower *tool.Thrower
	// Selected is the body that the inspector shows.
	Selected physics.Body
	// Profiling is set while a profile of steps is taken.
	Profiling bool
	// NewestHitch is the cause of the newest hitch that was captured.
	NewestHitch string
	// Sample has the times of the newest frame, and Frame is the frame being recorded.
	Sample *diagnose.FrameSample
	Frame  *engine.Frame
}

// visible reports whether there are panels at all.
func (v *View) visible() bool { return v.Show.Interface && v.Loop != nil }

// report shows an error for a while.
func report(c *ui.Context, err error) {
	if err != nil {
		c.Toast(ui.ToneBad, err.Error())
	}
}

// number01 is a truth value as a number.
func number01(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// bytesText returns bytes as a text, which is valid until the bytes change.
func bytesText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
