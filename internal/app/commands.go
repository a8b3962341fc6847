package app

import (
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/panel"
	"tumble/internal/app/session"
	"tumble/internal/app/tool"
	"tumble/internal/openscene"
	"tumble/renderer"
)

// request is a command that a key, a menu or a panel asks for: the event behind it and the queue of the world.
type request struct {
	event *input.Event
	queue *input.Queue
}

// now is when the command was asked for (ns).
func (r request) now() int64 { return r.event.Time }

// actions carry out the commands of the table. A command with a switch of the display and
// no action turns the switch.
var actions = [command.Count]func(a *App, r request){
	command.TogglePause:      func(a *App, _ request) { a.pause() },
	command.Step:             func(a *App, _ request) { a.step(1) },
	command.StepTen:          func(a *App, _ request) { a.step(10) },
	command.StepBack:         func(a *App, _ request) { a.lookBy(-1) },
	command.StepBackTen:      func(a *App, _ request) { a.lookBy(-10) },
	command.PlayBack:         func(a *App, _ request) { a.playPast(-1) },
	command.GoOn:             func(a *App, _ request) { a.goOn() },
	command.Timeline:         func(a *App, _ request) { a.toggleTimeline() },
	command.BackToCondition:  func(a *App, r request) { a.sayError(r, a.searchBack(r.now())) },
	command.RenameBranch:     func(a *App, _ request) { a.askBranchName() },
	command.WhyMoved:         func(a *App, r request) { a.askWhy(r.now()) },
	command.LoopRegion:       func(a *App, _ request) { a.toggleRegion() },
	command.Slower:           func(a *App, r request) { a.scaleSpeed(r, 0.5) },
	command.Faster:           func(a *App, r request) { a.scaleSpeed(r, 2) },
	command.RealTime:         func(a *App, r request) { a.scaleSpeed(r, 0) },
	command.Restart:          (*App).restart,
	command.NextStrategy:     func(a *App, r request) { a.switchStrategy(r, 1) },
	command.PreviousStrategy: func(a *App, r request) { a.switchStrategy(r, -1) },
	command.Stall:            func(a *App, _ request) { a.stall() },
	command.StrategyCard:     func(a *App, _ request) { a.hud.ShowCard(!a.hud.Card()) },
	command.Panes:            func(a *App, _ request) { a.cyclePanes() },

	command.Picker:        func(a *App, _ request) { a.openPicker() },
	command.NextScene:     func(a *App, _ request) { a.browse(1) },
	command.PreviousScene: func(a *App, _ request) { a.browse(-1) },
	command.New:           func(a *App, _ request) { a.blank() },
	command.OpenFile:      func(a *App, _ request) { a.askOpen() },
	command.SaveAs:        write(func(a *App, _ request, folder string) { a.askSave(folder) }),
	command.FirstSteps:    func(a *App, _ request) { a.show.Interface = true; a.panels.Welcome() },
	command.Shoot:         func(a *App, r request) { a.tools.Thrower.Shoot(r.event, r.queue) },
	command.Spawn:         func(a *App, r request) { a.tools.Thrower.Drop(r.event, r.queue) },
	command.Spawner:       func(a *App, r request) { a.tools.Thrower.Spawner(!a.session.Spawning(), r.event, r.queue) },
	command.NextSpawn:     func(a *App, _ request) { a.tools.Thrower.NextKind() },
	command.Explode:       func(a *App, r request) { a.tools.Thrower.Explode(r.event, r.queue) },
	command.Delete:        (*App).delete,
	command.Wake:          func(a *App, r request) { a.send(r.queue, r.event, session.WakeCommand()) },

	command.Undo:          (*App).undo,
	command.Redo:          (*App).redo,
	command.SelectAll:     func(a *App, _ request) { a.tools.Mouse.SelectAll() },
	command.Duplicate:     (*App).duplicate,
	command.Mirror:        (*App).mirror,
	command.Pin:           (*App).pin,
	command.HandlesMove:   func(a *App, _ request) { a.setHandles(panel.HandlesMove) },
	command.HandlesRotate: func(a *App, _ request) { a.setHandles(panel.HandlesRotate) },
	command.SaveSelection: write((*App).saveSelection),
	command.CopyBody:      (*App).copyBody,
	command.LockInspector: func(a *App, r request) { a.sayError(r, a.panels.LockInspector(&a.view)) },
	command.HandlesScale:  func(a *App, _ request) { a.setHandles(panel.HandlesScale) },
	command.Outliner:      func(a *App, _ request) { a.toggleOutliner() },
	command.HideSelection: (*App).hideSelection,
	command.ShowAll:       (*App).showAll,
	command.ToolSelect:    setWork(tool.WorkSelect),
	command.ToolThrow:     setWork(tool.WorkThrow),
	command.ToolDrop:      setWork(tool.WorkDrop),
	command.ToolPush:      setWork(tool.WorkPush),
	command.ToolExplode:   setWork(tool.WorkExplode),
	command.ToolJoin:      setWork(tool.WorkJoin),
	command.ToolCut:       setWork(tool.WorkCut),
	command.ToolPin:       setWork(tool.WorkPin),
	command.ToolMeasure:   setWork(tool.WorkMeasure),
	command.ToolProbe:     setWork(tool.WorkProbe),
	command.ToolWind:      setWork(tool.WorkWind),
	command.ToolWater:     setWork(tool.WorkWater),
	command.ToolPaint:     setWork(tool.WorkPaint),

	command.Frame:       func(a *App, _ request) { a.frameSelection() },
	command.Follow:      func(a *App, _ request) { a.tools.Camera.FollowBody(a.tools.Mouse.Marks().Selected) },
	command.HomeView:    func(a *App, _ request) { a.tools.Camera.Home(a.session.Config.Scene.View, false) },
	command.RecallView1: recallView(0),
	command.RecallView2: recallView(1),
	command.RecallView3: recallView(2),
	command.RecallView4: recallView(3),
	command.StoreView1:  storeView(0),
	command.StoreView2:  storeView(1),
	command.StoreView3:  storeView(2),
	command.StoreView4:  storeView(3),

	command.NextColor:     func(a *App, r request) { a.cycleColor(r, 1) },
	command.PreviousColor: func(a *App, r request) { a.cycleColor(r, -1) },
	command.NextMood:      func(a *App, r request) { a.cycleMood(r) },
	command.GlyphsLarger:  func(a *App, _ request) { a.show.ScaleGlyphs(true) },
	command.GlyphsSmaller: func(a *App, _ request) { a.show.ScaleGlyphs(false) },

	command.Vsync: func(a *App, _ request) {
		a.loop.SetVsync((a.loop.Vsync() + 1) % (renderer.VsyncAdaptive +
			1))
	},
	command.Fullscreen: func(a *App, _ request) { a.window.SetFullscreen(!a.window.Fullscreen()) },
	command.Interface:  func(a *App, _ request) { a.toggleInterface() },
	command.Drawer:     func(a *App, _ request) { a.toggleDrawer() },
	// the interface takes the key before it gets here
	command.PanelKeys: func(a *App, _ request) { a.takePanelKeys() },
	command.Help:      func(a *App, _ request) { a.show.Help = !a.show.Help },
	command.Cancel:    (*App).cancel,
	command.Quit:      func(a *App, _ request) { a.loop.Quit() },

	command.Palette:     func(a *App, _ request) { a.openPalette() },
	command.Messages:    func(a *App, _ request) { a.panels.SetMessages(!a.panels.Messages()) },
	command.Examine:     (*App).examine,
	command.Meters:      func(a *App, _ request) { a.panels.SetMeters(!a.panels.Meters()) },
	command.Trial:       func(a *App, _ request) { a.openTrial() },
	command.Sweep:       func(a *App, _ request) { a.openSweep() },
	command.SplitTrial:  func(a *App, r request) { a.toggleSplit(r) },
	command.Capsule:     write((*App).makeCapsule),
	command.SaveTest:    write((*App).makeTest),
	command.Rigs:        func(a *App, _ request) { a.openRigs() },
	command.SaveMeters:  write(func(a *App, r request, folder string) { a.saveMeters(r, folder, ".csv") }),
	command.SavePlot:    write(func(a *App, r request, folder string) { a.saveMeters(r, folder, ".svg") }),
	command.SaveMCAP:    write(func(a *App, r request, folder string) { a.saveMeters(r, folder, ".mcap") }),
	command.SwitchSlot:  func(a *App, _ request) { a.panels.SwitchSlot() },
	command.CopyTOML:    func(a *App, _ request) { a.panels.Copy(command.CopyTOML, &a.view) },
	command.CopyGo:      func(a *App, _ request) { a.panels.Copy(command.CopyGo, &a.view) },
	command.CopyCommand: func(a *App, _ request) { a.panels.Copy(command.CopyCommand, &a.view) },

	command.Profile: write(func(a *App, r request, folder string) {
		a.say(r.now(), a.profiler.Start(a.session, profileLength, folder, a.label()))
	}),
	command.Hitches: write(func(a *App, r request, folder string) {
		a.say(r.now(),
			a.box.Toggle(a.options.Hitches, folder))
	}),
	command.Save:     write((*App).saveScene),
	command.Record:   write((*App).toggleRecording),
	command.SaveLast: func(a *App, _ request) { a.SaveLast() },
	command.Recover:  write((*App).recover),
	command.Export:   write((*App).export),
	command.Screenshot: write(func(a *App, _ request, folder string) {
		a.shots.Request(a.shots.Name(folder, a.label(), a.loop.Status().Tick))
	}),
	command.Sequence: write(func(a *App, r request, folder string) {
		a.say(r.now(),
			a.series.Toggle(folder, a.label()))
	}),

	command.LabWindow:  func(a *App, _ request) { a.panels.SetLab(!a.panels.Lab()) },
	command.LightTheme: func(a *App, _ request) { a.panels.SetLight(!a.panels.Light()) },
	command.SavePreset: func(a *App, _ request) { a.panels.SavePreset(&a.view) },
	command.LoadPreset: func(a *App, _ request) { a.panels.LoadPreset() },
	command.Defaults:   func(a *App, _ request) { a.panels.ResetParameters() },
}

// do carries out a command.
func (a *App) do(id command.ID, e *input.Event, queue *input.Queue) {
	if id == command.None {
		return
	}
	a.did = id
	a.commands++
	a.panels.Tried(id)
	if act := actions[id]; act != nil {
		act(a, request{e, queue})
	} else {
		a.toggle(command.Get(id), e.Time)
	}
	a.loop.Redraw()
}

// checked reports whether a command that is on or off is on.
func (a *App) checked(id command.ID) bool {
	switch id {
	case command.TogglePause:
		return a.loop.Status().Paused
	case command.Timeline:
		return a.panels.Timeline()
	case command.PlayBack:
		return a.past.play < 0
	case command.LoopRegion:
		return a.past.region.loop != nil
	case command.Outliner:
		return a.panels.Outliner()
	case command.ToolSelect, command.ToolThrow, command.ToolDrop, command.ToolPush, command.ToolExplode,
		command.ToolJoin, command.ToolCut, command.ToolPin, command.ToolMeasure, command.ToolProbe,
		command.ToolWind, command.ToolWater, command.ToolPaint:
		return a.tools.Worker.Work() == tool.Work(id-command.ToolSelect)
	case command.Hitches:
		return a.box.On()
	case command.Record:
		return a.journal != nil && a.journal.Recording()
	case command.Drawer:
		return a.panels.Drawer()
	case command.LabWindow:
		return a.panels.Lab()
	case command.Spawner:
		return a.session.Spawning()
	case command.Trial:
		return a.panels.Trial()
	case command.Sweep:
		return a.panels.Sweeps()
	case command.SplitTrial:
		return a.split.Shows()
	case command.Rigs:
		return a.panels.Rigs()
	case command.Meters:
		return a.panels.Meters()
	case command.LockInspector:
		return a.panels.InspectorLocked(&a.view)
	case command.Messages:
		return a.panels.Messages()
	case command.LightTheme:
		return a.panels.Light()
	}
	on, _ := a.show.On(command.Get(id).Flag)
	return on
}

// label is the name of the scene for files.
func (a *App) label() string { return openscene.Label(a.session.Config.Scene.Name) }

func (a *App) sayError(r request, err error) { a.warn(r.now(), err) }

// toggle turns a switch of the display and says so: some draw nothing where a scene has nothing of the kind.
func (a *App) toggle(c *command.Command, now int64) {
	a.show.Toggle(c.Flag)
	on, _ := a.show.On(c.Flag)
	word := " off"
	if on {
		word = " on"
	}
	a.say(now, c.Label+word)
}

func recallView(slot int) func(*App, request) {
	return func(a *App, r request) { a.say(r.now(), a.tools.Camera.Recall(slot)) }
}

func storeView(slot int) func(*App, request) {
	return func(a *App, r request) { a.say(r.now(), a.tools.Camera.Store(slot)) }
}
