package app

import (
	"strings"

	"tumble/engine/input"
)

// Action is what a key asks for.
type Action uint8

// The actions.
const (
	ActionNone Action = iota
	ActionPause
	ActionStep
	ActionStepFive
	ActionRestart
	ActionSlower
	ActionFaster
	ActionRealTime
	ActionNextStrategy
	ActionPreviousStrategy
	ActionStall
	ActionStrategyCard
	ActionPanes
	ActionProfile
	ActionHitches
	ActionNextScene
	ActionPreviousScene
	ActionVsync
	ActionFullscreen
	ActionHelp
	ActionHud
	ActionInterface
	ActionPicker
	ActionSave
	ActionDrawer
	ActionScreenshot
	ActionShoot
	ActionSpawn
	ActionNextSpawn
	ActionDelete
	ActionExplode
	ActionWake
	ActionFrame
	ActionFollow
	ActionHomeView
	ActionContacts
	ActionBounds
	ActionSleep
	ActionJoints
	ActionMass
	ActionVelocities
	ActionFriction
	ActionTree
	ActionInertia
	ActionTrails
	ActionIslands
	ActionNames
	ActionSensors
	ActionWireframe
	ActionFlat
	ActionShadows
	ActionNextColor
	ActionPreviousColor
	ActionGlyphsLarger
	ActionGlyphsSmaller
	ActionRecallView1
	ActionRecallView2
	ActionRecallView3
	ActionRecallView4
	ActionStoreView1
	ActionStoreView2
	ActionStoreView3
	ActionStoreView4
	ActionSequence
	ActionCancel
	ActionQuit
)

// Binding ties a key to an action. The table of bindings is also the help screen.
type Binding struct {
	Key    input.Key
	Mods   input.Mods
	Action Action
	// Group heads the help screen, Text explains the key there.
	Group, Text string
	// Repeats lets the action fire again while the key is held.
	Repeats bool
}

// key turns a letter or digit into its key.
func key(c rune) input.Key { return input.Key(c) }

// Bindings is the table of keys: what they do and how the help screen explains them.
var Bindings = []Binding{
	{Key: key('P'), Action: ActionPause, Group: "Time", Text: "pause or go on"},
	{Key: input.KeyPause, Action: ActionPause, Group: "Time"},
	{Key: input.KeyPeriod, Action: ActionStep, Group: "Time", Text: "one step while paused", Repeats: true},
	{Key: input.KeyPeriod, Mods: input.ModShift, Action: ActionStepFive, Group: "Time", Text: "five steps", Repeats: true},
	{Key: input.KeyMinus, Action: ActionSlower, Group: "Time", Text: "slower"},
	{Key: input.KeyEqual, Action: ActionFaster, Group: "Time", Text: "faster"},
	{Key: input.KeyBackspace, Action: ActionRealTime, Group: "Time", Text: "real time"},
	{Key: key('R'), Action: ActionRestart, Group: "Time", Text: "restart the scene, camera kept"},
	{Key: key('L'), Action: ActionNextStrategy, Group: "Time", Text: "next strategy of the time step"},
	{Key: key('L'), Mods: input.ModShift, Action: ActionPreviousStrategy, Group: "Time", Text: "previous strategy"},
	{Key: key('J'), Action: ActionStall, Group: "Time", Text: "stand still for two seconds, to see what is skipped"},
	{Key: key('L'), Mods: input.ModControl, Action: ActionStrategyCard, Group: "Time", Text: "what the strategy is good for, how it fails"},
	{Key: key('Y'), Action: ActionPanes, Group: "Time", Text: "one to four time steps side by side"},
	{Key: key('U'), Action: ActionProfile, Group: "Time", Text: "profile the next 300 steps"},
	{Key: key('U'), Mods: input.ModShift, Action: ActionHitches, Group: "Time", Text: "capture what makes frames long, or end that"},

	{Key: key('O'), Mods: input.ModControl, Action: ActionPicker, Group: "Scene", Text: "open a scene by a part of its name"},
	{Key: key('S'), Mods: input.ModControl, Action: ActionSave, Group: "Scene", Text: "save the scene as it is now as glTF"},
	{Key: input.KeyRightBracket, Action: ActionNextScene, Group: "Scene", Text: "next scene"},
	{Key: input.KeyLeftBracket, Action: ActionPreviousScene, Group: "Scene", Text: "previous scene"},
	{Key: input.KeySpace, Action: ActionShoot, Group: "Scene", Text: "shoot a ball from the eye", Repeats: true},
	{Key: key('B'), Action: ActionSpawn, Group: "Scene", Text: "drop a body under the cursor", Repeats: true},
	{Key: key('N'), Action: ActionNextSpawn, Group: "Scene", Text: "kind of body to drop"},
	{Key: key('X'), Action: ActionExplode, Group: "Scene", Text: "explosion under the cursor"},
	{Key: input.KeyDelete, Action: ActionDelete, Group: "Scene", Text: "remove the body under the cursor"},
	{Key: key('K'), Action: ActionWake, Group: "Scene", Text: "wake everything"},

	{Key: key('F'), Action: ActionFrame, Group: "Camera", Text: "look at the selection or the scene"},
	{Key: key('F'), Mods: input.ModShift, Action: ActionFollow, Group: "Camera", Text: "follow the selection"},
	{Key: input.KeyHome, Action: ActionHomeView, Group: "Camera", Text: "view of the scene"},
	{Key: key('1'), Mods: input.ModAlt, Action: ActionRecallView1, Group: "Camera", Text: "saved view, also Alt+2 to Alt+4"},
	{Key: key('2'), Mods: input.ModAlt, Action: ActionRecallView2, Group: "Camera"},
	{Key: key('3'), Mods: input.ModAlt, Action: ActionRecallView3, Group: "Camera"},
	{Key: key('4'), Mods: input.ModAlt, Action: ActionRecallView4, Group: "Camera"},
	{Key: key('1'), Mods: input.ModControl, Action: ActionStoreView1, Group: "Camera", Text: "save the view, also Ctrl+2 to Ctrl+4"},
	{Key: key('2'), Mods: input.ModControl, Action: ActionStoreView2, Group: "Camera"},
	{Key: key('3'), Mods: input.ModControl, Action: ActionStoreView3, Group: "Camera"},
	{Key: key('4'), Mods: input.ModControl, Action: ActionStoreView4, Group: "Camera"},

	{Key: key('1'), Action: ActionContacts, Group: "Show", Text: "contacts"},
	{Key: key('2'), Action: ActionBounds, Group: "Show", Text: "bounding boxes"},
	{Key: key('3'), Action: ActionSleep, Group: "Show", Text: "sleep state"},
	{Key: key('4'), Action: ActionJoints, Group: "Show", Text: "joints"},
	{Key: key('5'), Action: ActionMass, Group: "Show", Text: "centres of mass"},
	{Key: key('6'), Action: ActionVelocities, Group: "Show", Text: "velocities"},
	{Key: key('7'), Action: ActionWireframe, Group: "Show", Text: "wireframe"},
	{Key: key('7'), Mods: input.ModShift, Action: ActionFlat, Group: "Show", Text: "faces of meshes flat or smooth"},
	{Key: key('8'), Action: ActionShadows, Group: "Show", Text: "shadows"},
	{Key: key('9'), Action: ActionSensors, Group: "Show", Text: "sensors"},
	{Key: key('1'), Mods: input.ModShift, Action: ActionFriction, Group: "Show", Text: "forces of friction"},
	{Key: key('2'), Mods: input.ModShift, Action: ActionTree, Group: "Show", Text: "boxes of the broad phase"},
	{Key: key('3'), Mods: input.ModShift, Action: ActionIslands, Group: "Show", Text: "islands"},
	{Key: key('4'), Mods: input.ModShift, Action: ActionNames, Group: "Show", Text: "names"},
	{Key: key('5'), Mods: input.ModShift, Action: ActionInertia, Group: "Show", Text: "boxes of inertia"},
	{Key: key('6'), Mods: input.ModShift, Action: ActionTrails, Group: "Show", Text: "trails"},
	{Key: key('C'), Action: ActionNextColor, Group: "Show", Text: "colour by state, island, mass, speed, force, …"},
	{Key: key('C'), Mods: input.ModShift, Action: ActionPreviousColor, Group: "Show"},
	{Key: key('G'), Action: ActionGlyphsLarger, Group: "Show", Text: "larger arrows; Shift+G smaller"},
	{Key: key('G'), Mods: input.ModShift, Action: ActionGlyphsSmaller, Group: "Show"},

	{Key: key('V'), Action: ActionVsync, Group: "Window", Text: "vsync on, off, adaptive"},
	{Key: input.KeyF1 + 10, Action: ActionFullscreen, Group: "Window", Text: "full screen"},
	{Key: input.KeyF12, Action: ActionScreenshot, Group: "Window", Text: "save a picture"},
	{Key: input.KeyF12, Mods: input.ModShift, Action: ActionSequence, Group: "Window", Text: "save pictures one after another, or end it"},
	{Key: key('H'), Action: ActionHud, Group: "Window", Text: "figures"},
	{Key: input.KeyTab, Action: ActionInterface, Group: "Window", Text: "hide everything but the scene"},
	{Key: key('M'), Action: ActionDrawer, Group: "Window", Text: "profile, counters and plots"},
	{Key: input.KeyF1 + 5, Group: "Window", Text: "keys to the panels; Tab and arrows move on"},
	{Key: input.KeyF1, Action: ActionHelp, Group: "Window", Text: "this help"},
	{Key: input.KeySlash, Mods: input.ModShift, Action: ActionHelp, Group: "Window"},
	{Key: input.KeyEscape, Action: ActionCancel, Group: "Window", Text: "close help, let go, deselect"},
	{Key: key('Q'), Mods: input.ModControl, Action: ActionQuit, Group: "Window", Text: "quit"},
}

// MouseHelp explains the mouse for the help screen.
var MouseHelp = [][2]string{
	{"Left", "select; drag a body, or orbit beside one"},
	{"Shift+Left", "shoot a ball at the cursor"},
	{"Alt+Left", "orbit"},
	{"Middle", "pan"},
	{"Right", "fly with W A S D Q E, wheel: speed"},
	{"Wheel", "zoom; distance of a held body"},
	{"Arrows", "drive, where a scene can be driven"},
}

// relevantMods are the modifiers that tell bindings apart; the lock keys do not.
const relevantMods = input.ModShift | input.ModControl | input.ModAlt | input.ModSuper

// actionOf finds what a key asks for.
func actionOf(e *input.Event) Action {
	if e.Kind != input.EventKey || e.Action == input.Release {
		return ActionNone
	}
	for i := range Bindings {
		b := &Bindings[i]
		if b.Key == e.Code && b.Mods == e.Mods&relevantMods && (b.Repeats || e.Action == input.Press) {
			return b.Action
		}
	}
	return ActionNone
}

// keyNames are the names of the keys that are no letters or digits.
var keyNames = map[input.Key]string{
	input.KeySpace: "Space", input.KeyPeriod: ".", input.KeyMinus: "-", input.KeyEqual: "=",
	input.KeyBackspace: "Backspace", input.KeyPause: "Pause", input.KeyLeftBracket: "[",
	input.KeyRightBracket: "]", input.KeyDelete: "Del", input.KeyHome: "Home", input.KeyTab: "Tab",
	input.KeyF1: "F1", input.KeyF1 + 5: "F6", input.KeyF1 + 10: "F11", input.KeyF12: "F12", input.KeyEscape: "Esc",
	input.KeySlash: "/",
}

// Name is the key with its modifiers as the help screen writes it.
func (b *Binding) Name() string {
	var s strings.Builder
	for _, m := range []struct {
		mod  input.Mods
		name string
	}{{input.ModControl, "Ctrl+"}, {input.ModAlt, "Alt+"}, {input.ModShift, "Shift+"}, {input.ModSuper, "Super+"}} {
		if b.Mods&m.mod != 0 {
			s.WriteString(m.name)
		}
	}
	if name, ok := keyNames[b.Key]; ok {
		s.WriteString(name)
	} else {
		s.WriteRune(rune(b.Key))
	}
	return s.String()
}
