package app

import (
	"tumble/engine/input"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/renderer"
)

// act carries out what a key asks for.
func (a *App) act(action Action, e *input.Event, queue *input.Queue) {
	switch {
	case action == ActionNone:
	case action <= ActionHitches:
		a.actOnTime(action, e, queue)
	case action >= ActionContacts && action <= ActionShadows:
		a.toggle(action)
	default:
		a.actOnScene(action, e, queue)
	}
}

// actOnTime handles pause, steps and speed.
func (a *App) actOnTime(action Action, e *input.Event, queue *input.Queue) {
	clock := a.loop.Virtual()
	switch action {
	case ActionPause:
		clock.SetPaused(!clock.Paused())
	case ActionStep, ActionStepFive:
		clock.SetPaused(true)
		n := 1
		if action == ActionStepFive {
			n = 5
		}
		clock.Step(n)
		a.lab.step(n)
	case ActionRestart:
		a.send(queue, e, RestartCommand())
		if clock.Paused() {
			clock.Step(1)
			a.lab.step(1)
		}
	case ActionSlower:
		a.speed(e, 0.5)
	case ActionFaster:
		a.speed(e, 2)
	case ActionRealTime:
		a.speed(e, 0)
	case ActionNextStrategy:
		a.turnStrategy(e, 1)
	case ActionPreviousStrategy:
		a.turnStrategy(e, -1)
	case ActionStall:
		a.stall()
	case ActionStrategyCard:
		a.hud.card = !a.hud.card
	case ActionPanes:
		a.panels.told(a.lab.cycle())
		a.panels.labOpen = a.lab.open()
	case ActionProfile:
		a.profileSteps(profileLength, e.Time)
	case ActionHitches:
		a.toggleHitches(e.Time)
	}
	a.loop.Redraw()
}

// speed multiplies the speed of time; 0 sets it to real time.
func (a *App) speed(e *input.Event, factor float64) {
	speed := &a.session.Config.Loop.Speed
	*speed = min(max(*speed*factor, 1.0/128), 10)
	if factor == 0 {
		*speed = 1
	}
	if err := a.loop.Virtual().SetSpeed(rational(*speed)); err != nil {
		a.hud.say(e.Time, err.Error())
	}
}

// toggle switches something that is drawn.
func (a *App) toggle(action Action) {
	for i := range showToggles {
		if t := &showToggles[i]; t.action == action {
			on := t.flag(&a.show)
			*on = !*on
		}
	}
	a.loop.Redraw()
}

// actOnScene handles scenes, tools, camera and window.
func (a *App) actOnScene(action Action, e *input.Event, queue *input.Queue) {
	switch action {
	case ActionNextScene, ActionPreviousScene:
		by := 1
		if action == ActionPreviousScene {
			by = -1
		}
		if err := a.turn(by); err != nil {
			a.hud.say(e.Time, err.Error())
		}
	case ActionShoot:
		a.shoot(e, queue)
	case ActionSpawn:
		a.send(queue, e, SpawnCommand(a.spawn, a.under(10).Add(vec.V3(0, spawnHeight, 0)), spawnSize))
	case ActionNextSpawn:
		a.spawn = (a.spawn + 1) % SpawnKindCount
	case ActionDelete:
		o, t := a.ray()
		a.send(queue, e, DeleteCommand(o, t))
	case ActionExplode:
		a.send(queue, e, ExplodeCommand(a.under(10), blastRadius, blastSpeed))
	case ActionWake:
		a.send(queue, e, WakeCommand())
	default:
		a.actOnView(action, e, queue)
	}
	a.loop.Redraw()
}

// actOnView handles camera and window.
func (a *App) actOnView(action Action, e *input.Event, queue *input.Queue) {
	switch action {
	case ActionFrame:
		a.frameSelection()
	case ActionFollow:
		if b := a.show.Selected; b.Valid() && !a.camera.Following() {
			a.camera.Follow(gpu(b.WorldCenter()))
		} else {
			a.camera.Unfollow()
		}
	case ActionHomeView:
		a.homeView(false)
	case ActionVsync:
		a.loop.SetVsync((a.loop.Vsync() + 1) % (renderer.VsyncAdaptive + 1))
	case ActionFullscreen:
		a.window.SetFullscreen(!a.window.Fullscreen())
	case ActionHelp:
		a.show.Help = !a.show.Help
	case ActionHud:
		a.show.Hud = !a.show.Hud
	case ActionInterface:
		a.show.Interface = !a.show.Interface
		a.panels.hide()
	case ActionSave:
		a.saveScene(e.Time)
	case ActionPicker:
		a.show.Interface = true
		a.panels.picking = true
	case ActionDrawer:
		a.panels.drawer = !a.panels.drawer || !a.show.Interface
		a.show.Interface = true
	case ActionScreenshot:
		a.shots.request(a.shots.name(openscene.Label(a.session.Config.Scene.Name), a.loop.Status().Tick))
	case ActionCancel:
		a.cancel(e, queue)
	case ActionQuit:
		a.loop.Quit()
	default:
		a.actOnPicture(action, e)
	}
}

// frameSelection looks at the selected body, or at everything that moves.
func (a *App) frameSelection() {
	_, _, w, h := a.inViewport(0, 0)
	aspect := w / h
	a.camera.Unfollow()
	if b := a.show.Selected; b.Valid() {
		box := b.Bounds()
		a.camera.Frame(gpu(box.Center()), max(2*box.Half().Len(), 0.5), aspect)
		return
	}
	a.stage.measure(a.session.World())
	a.camera.Frame(gpu(a.stage.center), a.stage.radius, aspect)
}

// cancel undoes the uppermost thing that is open.
func (a *App) cancel(e *input.Event, queue *input.Queue) {
	switch {
	case a.show.Help:
		a.show.Help = false
	case a.hud.card:
		a.hud.card = false
	case a.mouse.drag != dragNone:
		a.mouseReleased(e, queue)
	default:
		a.show.Selected = physics.Body{}
		a.camera.Unfollow()
	}
}
