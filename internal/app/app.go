package app

import (
	"math"
	"strings"
	"sync/atomic"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/param"
	"tumble/internal/app/browser"
	"tumble/internal/app/capture"
	"tumble/internal/app/command"
	"tumble/internal/app/journal"
	"tumble/internal/app/looplab"
	"tumble/internal/app/panel"
	"tumble/internal/app/plate"
	"tumble/internal/app/session"
	"tumble/internal/app/sound"
	"tumble/internal/app/split"
	"tumble/internal/app/stage"
	"tumble/internal/app/thumbnail"
	"tumble/internal/app/tool"
	"tumble/internal/app/trial"
	"tumble/internal/app/watch"
	"tumble/physics"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// App is the window application. It belongs to the main thread.
type App struct {
	options Options
	session *session.Session
	window  engine.Window
	loop    *engine.Loop
	ex      renderer.Executor
	atlas   *renderer.Atlas

	show     stage.Show
	picture  *stage.Picture
	tools    *tool.Tools
	lab      *looplab.Lab
	captions *plate.Captions
	panels   *panel.Panels
	view     panel.View // of the panels
	hud      *panel.Hud
	figures  panel.Figures

	shots    capture.Screenshots
	series   capture.Series
	box      *capture.HitchBox
	profiler capture.StepProfiler

	preview session.Preview
	replay  replay
	live    live

	drawings drawings
	forward  int // steps to be done while time stands
	past     past
	watch    watch.Watch
	exact    exact
	capsule  *waitingCapsule // nil for none
	trial    trial.Trial
	twins    []float32 // distances of the bodies from their twins
	split    split.View
	// sweeping is a study in other processes
	sweeping sweeping
	ghosts   stage.Ghosts
	// watchedWorld is the world that the watch knows
	watchedWorld *physics.World
	touching     stage.Touching
	files        files
	opening      *opening // nil for none
	asking       *asking  // nil for none
	savedAs      string   // the file that the scene was saved to by name
	recent       []string // files, the newest first
	drops        drops
	thumbnails   *thumbnail.Thumbnails
	browser      *browser.Browser
	woken        atomic.Bool // another goroutine has something for the next frame
	journal      *journal.Journal
	// unkept names the files that Release could not write.
	unkept     error
	left       *journal.Leftover // of the last session, if that crashed
	saveWanted atomic.Bool       // what just happened is to be saved at the next frame
	savedAt    int64             // when that was done without being asked for (ns)
	reports    struct {
		path  string // empty until there is one
		count int
	}
	bad    *diagnose.BadMachine
	ear    sound.Ear
	sample diagnose.FrameSample // stands for the newest one without a loop
	// stall holds the main thread up; tests have one that moves a fake clock
	stall func()

	inUse   param.Loop    // parameters that the loop of the window has
	quality stage.Quality // that the settings keep
	// outputKept is the folder for files that the settings name
	outputKept string
	// journalKept is the size of the journal (MB) that the settings name
	journalKept *int64
	// historyKept is the memory of the history that the settings name (MB), 0 for the usual
	historyKept int
	// placementKept is where the window was that the settings name
	placementKept *Placement
	// keysKept are the keys of commands that the settings name
	keysKept map[string][]string
	// selectNew asks for the copies that a command makes to be selected
	selectNew bool
	// rebuilds and jumps are those of the session that the picture has followed
	rebuilds uint64
	script   *scriptRun // nil for none
	// did is the newest command that was asked for by a key, a menu or a panel, commands how many there were
	did      command.ID
	commands uint64
	jumps    uint64
	frames   uint64
	shown    uint64 // that came to the screen
	err      error
}

// Session is the scene in progress.
func (a *App) Session() *session.Session { return a.session }

// Camera is the eye.
func (a *App) Camera() *renderer.Camera { return a.tools.Camera.Camera }

// Show has the switches of the display; it may be changed between frames.
func (a *App) Show() *stage.Show { return &a.show }

// Screenshot saves the next frame as a PNG.
func (a *App) Screenshot(path string) {
	a.shots.Request(path)
	a.loop.Redraw()
}

// Digest is that of the state after the last tick, for recordings.
func (a *App) Digest() uint64 { return a.session.Digest() }

// rational approximates a speed by a fraction with denominator 1000.
func rational(speed float64) (num, den int64) { return int64(math.Round(speed * 1000)), 1000 }

// say tells the user something; an empty text changes nothing.
func (a *App) say(now int64, text string) { a.message(now, ui.ToneInfo, text) }

// warn tells the user of an error; nil changes nothing.
func (a *App) warn(now int64, err error) {
	if err != nil {
		a.message(now, ui.ToneBad, strings.TrimPrefix(err.Error(), "app: "))
	}
}

// message shows a message in the interface, or over the picture where that is hidden.
func (a *App) message(now int64, tone ui.Tone, text string) {
	a.panels.Say(tone, text)
	if !a.show.Interface || a.loop == nil {
		a.hud.Say(now, text)
	}
}
