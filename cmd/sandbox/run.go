package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/inputfile"
	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app"
	"tumble/internal/app/capture"
	"tumble/internal/app/journal"
	"tumble/internal/app/session"
	"tumble/internal/app/sound"
	"tumble/internal/app/stage"
	"tumble/internal/app/userfile"
	"tumble/internal/attach"
	"tumble/internal/cli"
	"tumble/internal/memory"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/gl"
)

// GLFW and the window system want the first thread of the process for the window.
func init() { runtime.LockOSThread() }

// runFlags are the flags of the run command.
type runFlags struct {
	configFlags
	cli.ProfileFlags
	vsync, loop, record, screenshot, pprof, traceFrames string
	traceOnHitch, quality, scene, output, sound, script string
	limit, speed                                        float64
	slow, slowDraw, driverTimeout                       time.Duration
	noJournal, recover                                  bool
	width, height, at                                   int
	frames                                              uint64
	fullscreen, paused, sized                           bool
	capsule                                             *openedCapsule
	lines                                               io.Reader    // of the script, nil for none
	answers                                             io.Writer    // to the script
	mixer                                               *sound.Mixer // nil for silence
	// display (Hz) is the rate of the simulated display, 0 without one
	display   float64
	simulated *simulatedDisplay
	// direct lets the main thread draw everything
	direct bool
	// live, if not nil, is the running program that the window shows, received the recording of it
	live     *attach.Live
	received *record.Recording
	// recordedAt is the step of --at in a recording, to which the window goes
	recordedAt int
	// attend, if not nil, takes over the window before its first frame; it returns what is called after each of its
	// waits
	attend func(a *app.App, loop *engine.Loop) func()
}

func newRun() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "run [SCENE|FILE|RECORDING]",
		Short: "Open the window",
		Example: "  sandbox run pyramid210 --vsync off\n" +
			"  sandbox run card_house --set gravity.y=-1.62 --record run.tumble\n" +
			"  sandbox run level.gltf\n" +
			"  sandbox run --cell study.toml#417 --at 88\n" +
			"  sandbox run run.tumble",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			scene, err := f.sceneOr(args, scenes.DefaultScene)
			if err != nil {
				return err
			}
			closeScript, err := f.openScript(cmd.InOrStdin(), cmd.OutOrStdout())
			if err != nil {
				return err
			}
			return errors.Join(f.run(cmd, scene), closeScript())
		}),
	}
	f.flags(cmd)
	return cmd
}

func (f *runFlags) flags(cmd *cobra.Command) {
	f.configFlags.add(cmd)
	f.configFlags.addWorkers(cmd)
	f.configFlags.addCell(cmd)
	f.ProfileFlags.Add(cmd)
	f.ProfileFlags.AddSteps(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.vsync, "vsync", "on", "vertical synchronisation: on, off or adaptive")
	flags.StringVar(&f.loop, "loop", "", "strategy of the time step (default: "+timestep.DefaultStrategy+")")
	flags.Float64Var(&f.display, "display", 0,
		"simulate a display of so many Hz, on which time passes by its pictures, however long drawing takes")
	flags.Float64Var(&f.limit, "fps-limit", 0, "frames a second at most, 0 for no limit")
	flags.StringVar(&f.quality, "quality", stage.QualityNames[stage.QualityAutomatic],
		"quality of the picture: "+strings.Join(stage.QualityNames, ", "))
	flags.IntVar(&f.width, "width", 1280, "width of the window; not given: as it was last")
	flags.IntVar(&f.height, "height", 720, "height of the window; not given: as it was last")
	flags.BoolVar(&f.fullscreen, "fullscreen", false, "fill the screen")
	flags.BoolVar(&f.paused, "paused", false, "start paused")
	flags.IntVar(&f.at, "at", 0,
		"simulate so many steps before the window opens, and start paused there; of a recording: go to this step")
	flags.Float64Var(&f.speed, "speed", 1, "simulated seconds per second")
	flags.Uint64Var(&f.frames, "frames", 0, "leave after so many frames, 0 to stay")
	flags.StringVar(&f.screenshot, "screenshot", "", "save the last of --frames as a PNG")
	flags.StringVar(&f.scene, "scene", "", "scene of a recording whose file lies in another folder")
	flags.StringVar(&f.record, "record", "", "write a recording to this file")
	flags.BoolVar(&f.recover, "recover", false,
		"show the last seconds of the session that ended last, as by a crash, and go on from there")
	flags.BoolVar(&f.noJournal, "no-journal", false, "keep nothing of the session but what is asked for")
	flags.StringVar(&f.output, "output", "",
		"folder for pictures, scenes and profiles that are asked for in the window (default: as in the settings, "+
			"or Tumble in the home folder)")
	flags.StringVar(&f.traceFrames, "trace-frames", "",
		"write the times of all frames to this file, for sandbox lab --trace")
	flags.StringVar(&f.traceOnHitch, "trace-on-hitch", "",
		"capture what made long frames long in this folder, for sandbox rehit")
	flags.StringVar(&f.script, "script", "",
		"carry out the lines of this file in the window, - for standard input; answers go to standard output")
	flags.StringVar(&f.sound, "sound", "",
		"write the sound of knocks to this WAV file, or to a pipe that is heard, as --sound /dev/stdout | aplay")
	flags.DurationVar(&f.slow, "slow", 0,
		"let every step compute so much longer, to see how a loop copes with it, 1s at most")
	flags.DurationVar(&f.slowDraw, "slow-draw", 0,
		"let every picture take so much longer, as on a slow graphics card, 100s at most")
	flags.DurationVar(&f.driverTimeout, "driver-timeout", 30*time.Second,
		"save the world and end with exit code 71 when drawing makes no progress for so long, 0 for never")
	flags.StringVar(&f.pprof, "pprof", "", "serve net/http/pprof at this loopback address, as 127.0.0.1:6060")
}

var vsyncModes = map[string]renderer.Vsync{"on": renderer.VsyncOn, "off": renderer.VsyncOff,
	"adaptive": renderer.VsyncAdaptive}

// check refuses values that no window can be opened with.
func (f *runFlags) check(cmd *cobra.Command) error {
	// a script that counts frames gets the same window every time
	f.sized = f.frames > 0 || cmd.Flags().Changed("width") || cmd.Flags().Changed("height")
	if _, ok := vsyncModes[f.vsync]; !ok {
		return cli.Exit(cli.ExitUsage, "--vsync %s: must be on, off or adaptive", f.vsync)
	}
	if cmd.Flags().Changed("display") {
		if !(f.display >= 1 && f.display <= 1000) {
			return cli.Exit(cli.ExitUsage, "--display %g: must be 1 to 1000", f.display)
		}
		if f.vsync != "on" || f.slow != 0 || f.slowDraw != 0 {
			return cli.Exit(cli.ExitUsage,
				"--display shows every picture in time: leave out --vsync, --slow and --slow-draw")
		}
	}
	if _, ok := stage.FindQuality(f.quality); !ok {
		return cli.Exit(cli.ExitUsage, "--quality %s: must be one of %s", f.quality,
			strings.Join(stage.QualityNames, ", "))
	}
	if _, ok := timestep.FindStrategy(f.loop); f.loop != "" && !ok {
		return cli.Exit(cli.ExitUsage, "--loop %s: must be one of %s", f.loop,
			strings.Join(timestep.StrategyNames(), ", "))
	}
	if f.width < 1 || f.height < 1 || f.width > capture.MaxPicture || f.height > capture.MaxPicture {
		return cli.Exit(cli.ExitUsage, "--width %d --height %d: must be 1 to %d", f.width, f.height, capture.MaxPicture)
	}
	if !(f.limit >= 0 && f.limit <= 1e5) {
		return cli.Exit(cli.ExitUsage, "--fps-limit %g: must be 0 to 100000", f.limit)
	}
	if !(f.speed >= 0.001 && f.speed <= 100) {
		return cli.Exit(cli.ExitUsage, "--speed %g: must be 0.001 to 100", f.speed)
	}
	if f.slow < 0 || f.slow > time.Second {
		return cli.Exit(cli.ExitUsage, "--slow %v: must be 0 to 1s", f.slow)
	}
	if f.slowDraw < 0 || f.slowDraw > 100*time.Second {
		return cli.Exit(cli.ExitUsage, "--slow-draw %v: must be 0 to 100s", f.slowDraw)
	}
	if f.driverTimeout < 0 || f.driverTimeout > 0 && f.driverTimeout < time.Second {
		return cli.Exit(cli.ExitUsage, "--driver-timeout %v: must be 1s or longer, or 0", f.driverTimeout)
	}
	if err := f.checkAt(); err != nil {
		return err
	}
	if f.screenshot != "" && f.frames == 0 {
		return cli.Exit(cli.ExitUsage, "--screenshot needs --frames: it is the picture of the last frame")
	}
	if f.screenshot != "" && !capture.CanSave(f.screenshot) {
		return cli.Exit(cli.ExitUsage, "--screenshot %s: must be a .png or .jpg", f.screenshot)
	}
	return cli.Writable(f.screenshot)
}

// start builds the session: a scene as configured, or the scene of a recording with its player.
func (f *runFlags) start(cmd *cobra.Command, name string, clock timestep.Clock) (*session.Session, *record.Recording,
	error) {
	if f.capsule != nil {
		session, err := f.capsule.moment(clock.Now)
		return session, nil, err
	}
	if f.live != nil {
		return f.watch(cmd, clock)
	}
	if f.cell == "" && record.IsFile(name) {
		rec, err := readRecording(name)
		if err == nil {
			err = f.checkRecordedAt(rec, name)
		}
		if err != nil {
			return nil, nil, errors.Join(err, rec.Close())
		}
		if !f.recover || f.scene != "" {
			if err := allowScenes(rec, name, f.scene); err != nil {
				return nil, nil, errors.Join(err, rec.Close())
			}
		}
		if rec.State != nil {
			defer rec.Close()
			s, err := session.OpenState(rec, clock.Now)
			if err != nil {
				err = &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", name, err)}
			}
			return s, nil, err
		}
		s, why, err := session.OpenReplay(rec, clock.Now)
		if err != nil {
			return nil, nil, &cli.Error{Code: cli.ExitInput, Err: errors.Join(fmt.Errorf("%s: %w", name, err),
				rec.Close())}
		}
		if why != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s\n", name, why)
		}
		return s, rec, nil
	}
	config, _, err := f.config(cmd, name)
	if err != nil {
		return nil, nil, err
	}
	if cmd.Flags().Changed("speed") {
		config.Loop.Speed = f.speed
	}
	session, err := session.New(config, clock.Now)
	if err != nil {
		return nil, nil, err
	}
	if err := f.goToStep(cmd.Context(), session, cmd.ErrOrStderr()); err != nil {
		session.Close()
		session.World().Close()
		return nil, nil, err
	}
	f.paused = f.paused || f.at > 0 && !cmd.Flags().Changed("paused")
	return session, nil, nil
}

func (f *runFlags) run(cmd *cobra.Command, name string) (err error) {
	defer func() { err = errors.Join(err, f.capsule.close(), f.live.Close()) }()
	if err := f.check(cmd); err != nil {
		return err
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "the scene", Path: name}},
		append(f.ProfileFlags.Files(), cli.NamedFile{Flag: "--record", Path: f.record},
			cli.NamedFile{Flag: "--screenshot", Path: f.screenshot},
			cli.NamedFile{Flag: "--trace-frames", Path: f.traceFrames},
			cli.NamedFile{Flag: "--sound", Path: f.sound})); err != nil {
		return err
	}
	if f.recover {
		if name, err = f.recovered(); err != nil {
			return err
		}
	}
	memory.KeepLittleGarbage()
	clock := timestep.RealClock()
	if f.display > 0 {
		f.simulated = newSimulatedDisplay(f.display)
		clock = f.simulated
	}
	begun, replayed, err := f.start(cmd, name, clock)
	if err != nil {
		return err
	}
	if f.pprof != "" {
		stop, err := cli.ServePprof(f.pprof, cmd.ErrOrStderr())
		if err != nil {
			return &cli.Error{Code: cli.ExitUsage, Err: err}
		}
		defer stop()
	}
	profiles, err := f.ProfileFlags.Start()
	if err != nil {
		return err
	}
	if f.pprof != "" || f.CPU != "" {
		begun.LabelStages(pprof.WithLabels(cmd.Context(), pprof.Labels("loop", "main")))
	}
	defer func() { err = errors.Join(err, profiles.Stop()) }()
	recorder, closeRecording, err := openRecording(f.record, begun)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeRecording()) }()
	closeSound, err := f.openSound(clock)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeSound()) }()
	lost := func(s *session.Session, folder string, cause error) {
		endLost(cmd.ErrOrStderr(), cause, rescue(s, folder, cause), closeRecording(), profiles.Stop())
	}
	return f.show(cmd.Context(), begun, replayed, recorder, clock, lost)
}

// recovered is the last recording of the session that ended last.
func (f *runFlags) recovered() (name string, err error) {
	last, err := lastSession(os.Stderr)
	if err != nil {
		return "", err
	}
	if name = last.Last(); name == "" {
		return "", cli.Exit(cli.ExitInput, "the session that ended last has no step")
	}
	return name, nil
}

// endLost ends the program when display or driver are gone, with the files that could not be saved.
func endLost(w io.Writer, cause error, errs ...error) {
	fmt.Fprintf(w, "sandbox: %s\n", cli.PlainMessage(errors.Join(errs...)))
	if errors.Is(cause, engine.ErrDriverHung) {
		os.Exit(cli.ExitDriverHung)
	}
	os.Exit(cli.ExitNoDisplay)
}

// errDisplayLost says why the program ends when nobody can see it any more.
var errDisplayLost = errors.New("the connection to the display broke")

// watchWindow interrupts a window when the context ends, until stop.
func watchWindow(ctx context.Context, win *window.Window) (watched *interruptible, stop func() bool) {
	watched = &interruptible{Window: win}
	return watched, context.AfterFunc(ctx, func() {
		watched.interrupted.Store(true)
		win.PostEmptyEvent()
	})
}

// show opens the window and runs the loop in it. When the display or the driver goes away, lost ends the program.
func (f *runFlags) show(ctx context.Context, session *session.Session, replayed *record.Recording,
	recorder *record.Recorder,
	clock timestep.Clock, lost func(s *session.Session, folder string, cause error)) (err error) {
	bad := diagnose.NewBadMachine(timestep.RealClock())
	defer bad.Close()
	gone := func(cause error) { lost(session, "", cause) }
	window.OnLost(func() { gone(errDisplayLost) })
	win, ex, err := f.open(clock, bad, session.Config.Loop.MainDraws,
		func(renderer.Health) { gone(engine.ErrDriverHung) })
	if err != nil {
		return noDisplay(err)
	}
	a, err := app.NewWithSession(ex, session, f.options(clock, bad, win))
	if err != nil {
		return errors.Join(err, ex.Close(math.MaxInt64))
	}
	undo := func(err error) error {
		a.Release()
		err = errors.Join(err, ex.Close(math.MaxInt64))
		win.Destroy()
		return err
	}
	gone = func(cause error) {
		if errors.Is(cause, engine.ErrDriverHung) {
			a.NoteCrash()
		}
		lost(a.Session(), outputOf(a), cause)
	}
	watched, stop := watchWindow(ctx, win)
	defer stop()
	if f.simulated != nil {
		watched.Window = f.simulated.window(win)
	}
	defer cli.OnSignal(cli.SaveSignal, func() { a.SaveLast(); win.PostEmptyEvent() })()
	onPresent, closeTrace, err := traceFrames(f.traceFrames, watched.RefreshMilliHz())
	if err != nil {
		return undo(err)
	}
	defer func() { err = errors.Join(err, closeTrace()) }()
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: bad.Clock(clock), Window: watched, Executor: ex, Simulation: a,
		Hz: int64(session.Config.Loop.Hertz), Strategy: f.loop, Vsync: vsyncModes[f.vsync],
		LimitMilli: int64(math.Round(f.limit * 1000)), Recorder: recorder, OnRecordEnd: a.RecordingEnded,
		Player: a.Play(replayed), OnHitch: a.Hitch,
		OnStall: func(h renderer.Health) { fmt.Fprintln(os.Stderr, "sandbox:", a.Stall(h)) },
		OnPresent: func(p *renderer.Present) {
			a.Presented(p)
			if onPresent != nil {
				onPresent(p)
			}
		},
	})
	if err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: undo(err)}
	}
	if err := a.Attach(watched, loop); err != nil {
		return undo(err)
	}
	watched.every = f.begin(a, loop)
	return endWindow(ctx, win, a, loop.Run())
}

// endWindow saves the session of a loop that failed, and leaves the window.
func endWindow(ctx context.Context, win *window.Window, a *app.App, err error) error {
	// the session is the one at the end: another scene may have been opened
	err = withCrash(a, rescue(a.Session(), outputOf(a), err))
	unkept := a.Unkept()
	if unkept != nil {
		fmt.Fprintf(os.Stderr, "sandbox: %s\n", cli.PlainMessage(unkept))
	}
	if errors.Is(err, engine.ErrDriverHung) {
		// the window must not be touched: destroying it could block as well
		return &cli.Error{Code: cli.ExitDriverHung, Err: err}
	}
	leave(win)
	if err == nil && ctx.Err() != nil {
		return cli.Interrupted(ctx, "")
	}
	return err
}

// outputOf is the folder for files of a window, empty for the working folder.
func outputOf(a *app.App) string {
	folder, err := a.Output()
	if err != nil {
		return ""
	}
	return folder
}

// withCrash saves the last minutes before the loop failed, and adds the file to the error.
func withCrash(a *app.App, err error) error {
	if err == nil {
		return nil
	}
	if unwritten := (*fs.PathError)(nil); errors.As(err, &unwritten) {
		// the next start offers what happened; another file would hardly do better
		a.NoteCrash()
		return err
	}
	path, failed := a.SaveCrash()
	if failed != nil {
		return err
	}
	return fmt.Errorf("%w; what happened before is in %s", err, path)
}

// begin shows the moment of a capsule and pauses, where that is asked for. It returns what is to be called after each
// wait of the window, nil for nothing.
func (f *runFlags) begin(a *app.App, loop *engine.Loop) (every func()) {
	if f.live != nil {
		a.Watch(f.live, f.received)
	}
	if f.capsule != nil {
		a.ShowMoment(f.capsule.Capsule)
	}
	loop.Virtual().SetPaused(f.paused || f.recordedAt > 0)
	a.Forward(f.recordedAt)
	if f.attend != nil {
		return f.attend(a, loop)
	}
	return nil
}

// openScript opens the script, if there is one, whose answers are printed.
func (f *runFlags) openScript(standard io.Reader, answers io.Writer) (closeFile func() error, err error) {
	f.answers = answers
	switch f.script {
	case "":
	case "-":
		f.lines = standard
	default:
		file, err := inputfile.Open(f.script)
		if err != nil {
			return nil, &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("--script: %w", err)}
		}
		f.lines = file
		return file.Close, nil
	}
	return func() error { return nil }, nil
}

// patience (ns) is how long the window waits for a scene before it draws on without the scene: less than a user takes
// for a standstill.
const patience = 50 * timestep.Millisecond

// options are those of the application in its window.
func (f *runFlags) options(clock timestep.Clock, bad *diagnose.BadMachine, win *window.Window) app.Options {
	quality, _ := stage.FindQuality(f.quality)
	thumbnails, folder := thumbnailCommand()
	wait, studies := int64(patience), sweepCommand()
	if f.lines != nil {
		// the next line of a script is about the scene that the one before opens
		wait = 0
	}
	return app.Options{
		Script:  app.Script{Lines: f.lines, Answers: f.answers},
		Reports: reportFolder(f.noJournal),
		Journal: app.JournalOptions{Folder: journalFolder(f.noJournal), Program: versionLine(readVersion())},
		Clock:   clock.Now, Bad: bad, Sound: f.mixer, Hitches: capture.HitchOptions{Folder: f.traceOnHitch,
			Trace: true},
		Frames: f.frames, Screenshot: f.screenshot, Quality: quality, Folder: userfile.Folder(),
		Placement: func() (p app.Placement, ok bool) {
			p.X, p.Y, p.Width, p.Height, p.Maximised = win.Placement()
			return p, p.Width > 0
		},
		Patience: wait, Thumbnails: thumbnails, ThumbnailFolder: folder, SystemDialogs: true, Sweep: studies,
		Output: f.output, DefaultOutput: userfile.Output(),
	}
}

// journalFolder is where the window keeps its sessions, empty for nowhere.
func journalFolder(off bool) string {
	state := userfile.State()
	if off || state == "" {
		return ""
	}
	return filepath.Join(state, "journal")
}

// reportFolder is where the window reports what went wrong, empty for nowhere.
func reportFolder(off bool) string {
	if state := userfile.State(); state != "" && !off {
		return filepath.Join(state, "reports")
	}
	return ""
}

// lastSession has the traces of the session that ended last.
func lastSession(errs io.Writer) (*journal.Leftover, error) {
	if folder := journalFolder(false); folder != "" {
		left, running := journal.LastEnded(folder)
		if running {
			fmt.Fprintln(errs, "the newest session is still open; the last session is the one before it")
		}
		if left != nil {
			return left, nil
		}
	}
	return nil, cli.Exit(cli.ExitInput, "no session has left a journal")
}

// open opens the window and starts the render goroutine that draws in it; with mainDraws the main thread may do so too.
func (f *runFlags) open(clock timestep.Clock, bad *diagnose.BadMachine, mainDraws bool,
	dead func(renderer.Health)) (*window.Window, renderer.Executor, error) {
	bad.SetStepDelay(f.slow.Nanoseconds())
	bad.SetDrawDelay(f.slowDraw.Nanoseconds())
	options := window.Options{Width: f.width, Height: f.height, Fullscreen: f.fullscreen}
	if last, ok := app.LastPlacement(userfile.Folder()); ok && !f.sized {
		options.Width, options.Height = last.Width, last.Height
		options.X, options.Y, options.Positioned, options.Maximised = last.X, last.Y, true, last.Maximised
	}
	win, err := window.Open(options)
	if err != nil {
		return nil, nil, err
	}
	diagnose.WatchLocks()
	config := renderer.Config{
		Surface: bad.Surface(win, surfacePeriod(win)), Now: clock.Now, CPU: bad.ProgramTime,
		Delays: diagnose.NewThreadDelays, Wake: win.PostEmptyEvent,
		Adaptive: mainDraws, DeadAfter: deadAfter(f.driverTimeout), OnDead: dead,
		Open: func() (renderer.Device, error) {
			d, err := openDevice(win.GetProcAddress)
			if err != nil {
				return nil, err
			}
			return bad.Device(d), nil
		},
	}
	if f.simulated != nil {
		config.Surface = f.simulated.surface(win)
	}
	var ex renderer.Executor
	if f.direct || f.simulated != nil {
		ex, err = renderer.NewDirect(config)
	} else {
		ex, err = renderer.NewThreaded(config)
	}
	if err != nil {
		win.Destroy()
		return nil, nil, err
	}
	return win, ex, nil
}

// deadAfter is how long a driver may make no progress (ns).
func deadAfter(timeout time.Duration) int64 {
	if timeout == 0 {
		return math.MaxInt64
	}
	return timeout.Nanoseconds()
}

// surfacePeriod is the period of the display (ns), that of 60 Hz where the system does not tell.
func surfacePeriod(win *window.Window) int64 {
	if m := win.RefreshMilliHz(); m > 0 {
		return 1000 * timestep.Second / m
	}
	return timestep.Second / 60
}

// interruptible is a window that closes after a signal, and that calls every after each of its waits.
type interruptible struct {
	engine.Window
	interrupted atomic.Bool
	every       func() // called after each wait, nil for nothing
}

// WaitEventsTimeout is that of the window.
func (w *interruptible) WaitEventsTimeout(ns int64) {
	w.Window.WaitEventsTimeout(ns)
	w.waited()
}

// PollEvents is that of the window.
func (w *interruptible) PollEvents() {
	w.Window.PollEvents()
	w.waited()
}

func (w *interruptible) waited() {
	if w.every != nil {
		w.every()
	}
}

func (w *interruptible) ShouldClose() bool { return w.interrupted.Load() || w.Window.ShouldClose() }

// noDisplay gives errors of a machine that cannot show a window their exit code.
func noDisplay(err error) error {
	if !window.Built {
		return cli.Exit(cli.ExitNoDisplay, "%s", windowless)
	}
	if errors.Is(err, window.ErrNoDisplay) || errors.Is(err, window.ErrNoOpenGL) || errors.Is(err, gl.ErrUnsupported) {
		return &cli.Error{Code: cli.ExitNoDisplay, Err: fmt.Errorf("%w; sandbox shot draws without a display", err)}
	}
	return err
}

// openRecording starts a recording, or gives nil for the empty path.
func openRecording(path string, session *session.Session) (*record.Recorder, func() error, error) {
	if path == "" {
		return nil, func() error { return nil }, nil
	}
	info, state, err := session.Resume()
	if err != nil {
		return nil, nil, err
	}
	if session.Steps() == 0 {
		info = session.Info()
	}
	w, err := record.Create(path, info, recordOptions())
	if err != nil {
		return nil, nil, cli.OutputError(err)
	}
	if session.Steps() > 0 {
		// the error stays with the recorder
		_ = w.Resume(0, state)
	}
	if err := session.Record(w); err != nil {
		return nil, nil, cli.OutputError(errors.Join(err, w.Close()))
	}
	return w, func() error { return cli.OutputError(w.Close()) }, nil
}

// openSound starts the thread that makes sound, where it is asked for.
func (f *runFlags) openSound(clock timestep.Clock) (end func() error, err error) {
	if f.sound == "" {
		return func() error { return nil }, nil
	}
	file, err := cli.CreateOutput(f.sound)
	if err != nil {
		return nil, err
	}
	if f.mixer, err = sound.NewMixer(file, clock); err != nil {
		return nil, cli.OutputError(errors.Join(err, file.Close()))
	}
	return func() error { return cli.OutputError(f.mixer.Close()) }, nil
}

// recordOptions are those of all recordings of the program.
func recordOptions() physics.RecordOptions {
	o := physics.DefaultRecordOptions()
	o.Program = versionLine(readVersion())
	return o
}
