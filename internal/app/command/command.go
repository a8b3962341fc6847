// Package command is the table of everything that a user can ask of the window: the keys, the place in a menu and the
// line of the help screen of each command. The application adds the action.
package command

import (
	"cmp"
	"slices"

	"tumble/engine/input"
)

// ID names a command within the program.
type ID uint8

// The commands, in the order of All.
const (
	None ID = iota
	TogglePause
	Step
	StepTen
	StepBack
	StepBackTen
	PlayBack
	GoOn
	Timeline
	RenameBranch
	BackToCondition
	WhyMoved
	LoopRegion
	Slower
	Faster
	RealTime
	Restart
	NextStrategy
	PreviousStrategy
	Stall
	StrategyCard
	Panes
	Profile
	Hitches
	Picker
	Save
	NextScene
	PreviousScene
	Shoot
	Spawn
	NextSpawn
	Explode
	Delete
	Wake
	Frame
	Follow
	HomeView
	RecallView1
	RecallView2
	RecallView3
	RecallView4
	StoreView1
	StoreView2
	StoreView3
	StoreView4
	Contacts
	Bounds
	Sleep
	Joints
	Mass
	Velocities
	Wireframe
	Flat
	Shadows
	Sensors
	Friction
	Tree
	Islands
	Names
	Inertia
	Trails
	NextColor
	PreviousColor
	GlyphsLarger
	GlyphsSmaller
	Vsync
	Fullscreen
	Screenshot
	Sequence
	Hud
	Interface
	Drawer
	PanelKeys
	Help
	Cancel
	Quit
	LabWindow
	LightTheme
	SavePreset
	LoadPreset
	Defaults
	Palette
	Messages
	SwitchSlot
	CopyTOML
	CopyGo
	CopyCommand
	Meters
	SaveMeters
	Spawner
	Examine
	Undo
	Redo
	SelectAll
	Duplicate
	Mirror
	Pin
	HandlesMove
	HandlesRotate
	HandlesScale
	Outliner
	HideSelection
	ShowAll
	ToolSelect
	ToolThrow
	ToolDrop
	ToolPush
	ToolExplode
	ToolJoin
	ToolCut
	ToolPin
	ToolMeasure
	ToolProbe
	ToolWind
	ToolWater
	ToolPaint
	Record
	SaveLast
	Recover
	Rigs
	Capsule
	SaveTest
	Trial
	Sweep
	SavePlot
	SaveMCAP
	SplitTrial
	New
	OpenFile
	SaveAs
	FirstSteps
	SaveSelection
	CopyBody
	LockInspector
	NextMood
	Export
	Count
)

// MenuSlot is the place of a command in a menu or a list of switches. A line separates entries of different tens.
type MenuSlot struct {
	Menu string
	At   int
}

// Command is a row of the table.
type Command struct {
	ID ID
	// Name is the name of the command in scripts.
	Name string
	// Keys ask for the command; the first one is shown.
	Keys []Key
	// Repeats carries the command out again and again while a key is held.
	Repeats bool
	// Group is the heading in the help screen, Help the line of the key below it. A command without Help or without a
	// key has no line.
	Group, Help string
	// Label is the text in menus and lists, Places are the places in menus. Check is set for a switch, which is on or
	// off.
	Label string
	Slots []MenuSlot
	Check bool
	// Flag is the switch of the display that the command turns, by its name; empty for none.
	Flag string
}

const (
	shift   = input.ModShift
	control = input.ModControl
	alt     = input.ModAlt
)

// All is the table, in the order of the help screen.
var All = [...]Command{
	{ID: TogglePause, Name: "pause", Keys: []Key{{Code: 'P'}, {Code: input.KeyPause}}, Group: "Time",
		Help:  "pause or go on",
		Label: "Paused", Slots: []MenuSlot{{"Time", 10}}, Check: true},
	{ID: Step, Name: "step", Keys: []Key{{Code: input.KeyPeriod}}, Repeats: true, Group: "Time",
		Help:  "one step while paused",
		Label: "One step", Slots: []MenuSlot{{"Time", 11}}},
	{ID: StepTen, Name: "step-ten", Keys: []Key{{input.KeyPeriod, shift}}, Repeats: true, Group: "Time",
		Help:  "ten steps",
		Label: "Ten steps", Slots: []MenuSlot{{"Time", 12}}},
	{ID: StepBack, Name: "step-back", Keys: []Key{{Code: input.KeyComma}}, Repeats: true, Group: "Time",
		Help:  "one step back",
		Label: "One step back", Slots: []MenuSlot{{"Time", 13}}},
	{ID: StepBackTen, Name: "step-back-ten", Keys: []Key{{input.KeyComma, shift}}, Repeats: true, Group: "Time",
		Help:  "ten steps back",
		Label: "Ten steps back", Slots: []MenuSlot{{"Time", 14}}},
	{ID: PlayBack, Name: "play-backwards", Keys: []Key{{input.KeyComma, control}}, Group: "Time",
		Help:  "play backwards, or stop that",
		Label: "Play backwards", Slots: []MenuSlot{{"Time", 15}}, Check: true},
	{ID: GoOn, Name: "go-on-from-here", Keys: []Key{{'P', shift}}, Group: "Time",
		Help:  "go on from here: what followed stays as another branch",
		Label: "Go on from here", Slots: []MenuSlot{{"Time", 16}}},
	{ID: Timeline, Name: "timeline", Keys: []Key{{Code: 'Z'}}, Group: "Time",
		Help:  "timeline: what has happened, and branches",
		Label: "Timeline", Slots: []MenuSlot{{"Time", 17}}, Check: true},
	{ID: RenameBranch, Name: "rename-branch", Keys: []Key{{Code: input.KeyF1 + 1}}, Group: "Time",
		Help:  "give a branch another name",
		Label: "Rename the branch…", Slots: []MenuSlot{{"Time", 17}}},
	{ID: BackToCondition, Name: "back-to-condition", Keys: []Key{{input.KeyComma, alt}}, Group: "Time",
		Help:  "back to where the condition began to hold",
		Label: "Back to the condition", Slots: []MenuSlot{{"Time", 18}}},
	{ID: WhyMoved, Name: "why-did-it-move", Keys: []Key{{'Y', alt}}, Group: "Time",
		Help:  "why did the selected body move: what began it, step by step",
		Label: "Why did it move", Slots: []MenuSlot{{"Time", 19}}},
	{ID: LoopRegion, Name: "loop-region", Keys: []Key{{'L', alt}}, Group: "Time",
		Help:  "repeat the last two seconds with their input, or end that",
		Label: "Repeat two seconds", Slots: []MenuSlot{{"Time", 20}}, Check: true},
	{ID: Slower, Name: "slower", Keys: []Key{{Code: input.KeyMinus}}, Group: "Time", Help: "slower",
		Label: "Slower", Slots: []MenuSlot{{"Time", 20}}},
	{ID: Faster, Name: "faster", Keys: []Key{{Code: input.KeyEqual}}, Group: "Time", Help: "faster",
		Label: "Faster", Slots: []MenuSlot{{"Time", 21}}},
	{ID: RealTime, Name: "real-time", Keys: []Key{{Code: input.KeyBackspace}}, Group: "Time", Help: "real time",
		Label: "Real time", Slots: []MenuSlot{{"Time", 22}}},
	{ID: Restart, Name: "restart", Keys: []Key{{Code: 'R'}}, Group: "Time", Help: "restart the scene, camera kept",
		Label: "Restart", Slots: []MenuSlot{{"Scene", 22}}},
	{ID: NextStrategy, Name: "next-strategy", Keys: []Key{{Code: 'L'}}, Group: "Time",
		Help: "next strategy of the time step"},
	{ID: PreviousStrategy, Name: "previous-strategy", Keys: []Key{{'L', shift}}, Group: "Time",
		Help: "previous strategy"},
	{ID: Stall, Name: "stall", Keys: []Key{{Code: 'J'}}, Group: "Time",
		Help: "stand still for two seconds, to see what is skipped"},
	{ID: StrategyCard, Name: "strategy-card", Keys: []Key{{'L', control}}, Group: "Time",
		Help: "what the strategy is good for, how it fails"},
	{ID: Panes, Name: "side-by-side", Keys: []Key{{Code: 'Y'}}, Group: "Time",
		Help:  "one to four time steps side by side",
		Label: "Side by side", Slots: []MenuSlot{{"Time", 30}}},
	{ID: Profile, Name: "profile-steps", Keys: []Key{{Code: 'U'}}, Group: "Time", Help: "profile the next 300 steps",
		Label: "Profile 300 steps", Slots: []MenuSlot{{"Time", 32}}},
	{ID: Hitches, Name: "capture-hitches", Keys: []Key{{'U', shift}}, Group: "Time",
		Help:  "capture what makes frames long, or end that",
		Label: "Capture hitches", Slots: []MenuSlot{{"Time", 33}}, Check: true},

	{ID: Picker, Name: "open", Keys: []Key{{'O', control}}, Group: "Scene",
		Help:  "all scenes and recent files, with pictures",
		Label: "Open…", Slots: []MenuSlot{{"Scene", 11}}},
	{ID: Save, Name: "save-scene", Keys: []Key{{'S', control}}, Group: "Scene",
		Help:  "save the scene as it is now as glTF",
		Label: "Save as glTF", Slots: []MenuSlot{{"Scene", 13}}},
	{ID: SaveAs, Name: "save-as", Keys: []Key{{'S', control | shift}}, Group: "Scene",
		Help:  "save the scene under a name; Ctrl+S then saves it there",
		Label: "Save as…", Slots: []MenuSlot{{"Scene", 14}}},
	{ID: New, Name: "new-scene", Keys: []Key{{'N', control}}, Group: "Scene", Help: "an empty floor to build on",
		Label: "New", Slots: []MenuSlot{{"Scene", 10}}},
	{ID: OpenFile, Name: "open-file", Keys: []Key{{'O', control | alt}}, Group: "Scene",
		Help:  "open a file in the dialog of the system",
		Label: "Open a file…", Slots: []MenuSlot{{"Scene", 12}}},
	{ID: NextScene, Name: "next-scene", Keys: []Key{{Code: input.KeyRightBracket}}, Group: "Scene", Help: "next scene",
		Label: "Next", Slots: []MenuSlot{{"Scene", 20}}},
	{ID: PreviousScene, Name: "previous-scene", Keys: []Key{{Code: input.KeyLeftBracket}}, Group: "Scene",
		Help:  "previous scene",
		Label: "Previous", Slots: []MenuSlot{{"Scene", 21}}},
	{ID: Shoot, Name: "shoot", Keys: []Key{{Code: input.KeySpace}}, Repeats: true, Group: "Scene",
		Help: "shoot a ball from the eye"},
	{ID: Spawn, Name: "spawn", Keys: []Key{{Code: 'B'}}, Repeats: true, Group: "Scene",
		Help: "drop a body under the cursor"},
	{ID: Spawner, Name: "spawner", Keys: []Key{{'B', shift}}, Group: "Scene",
		Help:  "ten bodies a second from above the cursor, or end it",
		Label: "Spawner", Slots: []MenuSlot{{"Scene", 23}}, Check: true},
	{ID: NextSpawn, Name: "next-spawn", Keys: []Key{{Code: 'N'}}, Group: "Scene", Help: "kind of body to drop"},
	{ID: Explode, Name: "explode", Keys: []Key{{Code: 'X'}}, Group: "Scene", Help: "explosion under the cursor"},
	{ID: Delete, Name: "delete", Keys: []Key{{Code: input.KeyDelete}}, Group: "Scene",
		Help:  "remove the selection, or the body under the cursor",
		Label: "Delete", Slots: []MenuSlot{{"Edit", 24}}},
	{ID: Wake, Name: "wake-all", Keys: []Key{{Code: 'K'}}, Group: "Scene", Help: "wake everything"},

	{ID: Undo, Name: "undo", Keys: []Key{{'Z', control}}, Repeats: true, Group: "Edit",
		Help:  "take back what was done last",
		Label: "Undo", Slots: []MenuSlot{{"Edit", 10}}},
	{ID: Redo, Name: "redo", Keys: []Key{{'Z', control | shift}, {'Y', control}}, Repeats: true, Group: "Edit",
		Help:  "do again what was taken back",
		Label: "Redo", Slots: []MenuSlot{{"Edit", 11}}},

	{ID: SelectAll, Name: "select-all", Keys: []Key{{'A', control}}, Group: "Edit",
		Help:  "select everything that can move",
		Label: "Select all", Slots: []MenuSlot{{"Edit", 20}}},
	{ID: Duplicate, Name: "duplicate", Keys: []Key{{'D', control}}, Group: "Edit",
		Help:  "the selection once more, with its joints",
		Label: "Duplicate", Slots: []MenuSlot{{"Edit", 21}}},
	{ID: Mirror, Name: "mirror", Keys: []Key{{'M', control}}, Group: "Edit", Help: "the selection once more, mirrored",
		Label: "Mirror", Slots: []MenuSlot{{"Edit", 22}}},
	{ID: Pin, Name: "pin", Keys: []Key{{Code: 'O'}}, Group: "Edit", Help: "hold the selection where it is, or free it",
		Label: "Pin or free", Slots: []MenuSlot{{"Edit", 23}}},
	{ID: HandlesMove, Name: "handles-move", Keys: []Key{{Code: 'W'}}, Group: "Tools",
		Help:  "handles that move the selection",
		Label: "Handles to move", Slots: []MenuSlot{{"Tools", 30}}},
	{ID: HandlesRotate, Name: "handles-turn", Keys: []Key{{Code: 'E'}}, Group: "Tools",
		Help:  "handles that turn a body",
		Label: "Handles to turn", Slots: []MenuSlot{{"Tools", 31}}},
	{ID: HandlesScale, Name: "handles-scale", Keys: []Key{{'E', shift}}, Group: "Tools",
		Help:  "handles that scale a body",
		Label: "Handles to scale", Slots: []MenuSlot{{"Tools", 32}}},
	{ID: ToolSelect, Name: "tool-select", Keys: []Key{{Code: 'Q'}}, Group: "Tools",
		Help:  "left button selects and drags",
		Label: "Select and drag", Slots: []MenuSlot{{"Tools", 10}}, Check: true},
	{ID: ToolThrow, Name: "tool-throw", Group: "Tools", Help: "left button throws a body at the cursor",
		Label: "Throw", Slots: []MenuSlot{{"Tools", 11}}, Check: true},
	{ID: ToolDrop, Name: "tool-drop", Group: "Tools", Help: "left button drops a body, dragging sizes it",
		Label: "Drop", Slots: []MenuSlot{{"Tools", 12}}, Check: true},
	{ID: ToolPush, Name: "tool-push", Group: "Tools", Help: "left button pushes a body",
		Label: "Push", Slots: []MenuSlot{{"Tools", 13}}, Check: true},
	{ID: ToolExplode, Name: "tool-explode", Group: "Tools", Help: "left button sets off an explosion",
		Label: "Explode", Slots: []MenuSlot{{"Tools", 14}}, Check: true},
	{ID: ToolJoin, Name: "tool-join", Keys: []Key{{Code: 'A'}}, Group: "Tools", Help: "joints by two clicks",
		Label: "Join", Slots: []MenuSlot{{"Tools", 20}}, Check: true},
	{ID: ToolCut, Name: "tool-cut", Keys: []Key{{'A', shift}}, Group: "Tools", Help: "remove joints by a click",
		Label: "Cut", Slots: []MenuSlot{{"Tools", 21}}, Check: true},
	{ID: ToolPin, Name: "tool-pin", Group: "Tools", Help: "left button pins a body, or frees it",
		Label: "Pin", Slots: []MenuSlot{{"Tools", 22}}, Check: true},
	{ID: ToolMeasure, Name: "tool-measure", Keys: []Key{{Code: 'D'}}, Group: "Tools",
		Help:  "measure distances and angles",
		Label: "Measure", Slots: []MenuSlot{{"Tools", 23}}, Check: true},
	{ID: ToolProbe, Name: "tool-probe", Group: "Tools", Help: "cast rays and shapes, see what they hit",
		Label: "Probe with rays and shapes", Slots: []MenuSlot{{"Tools", 24}}, Check: true},
	{ID: ToolWind, Name: "tool-wind", Group: "Tools", Help: "left button sets a wind in a box",
		Label: "Wind", Slots: []MenuSlot{{"Tools", 25}}, Check: true},
	{ID: ToolWater, Name: "tool-water", Group: "Tools", Help: "left button sets water in a box",
		Label: "Water", Slots: []MenuSlot{{"Tools", 26}}, Check: true},
	{ID: ToolPaint, Name: "tool-paint", Group: "Tools", Help: "left button gives a body a material",
		Label: "Paint a material", Slots: []MenuSlot{{"Tools", 27}}, Check: true},
	{ID: SaveSelection, Name: "save-selection", Keys: []Key{{'S', alt}}, Group: "Edit",
		Help:  "save the selection with its joints as glTF",
		Label: "Save the selection as glTF", Slots: []MenuSlot{{"Edit", 30}}},
	{ID: CopyBody, Name: "copy-body", Keys: []Key{{'C', alt}}, Group: "Edit",
		Help:  "copy the selected body as code in Go",
		Label: "Copy the body as Go", Slots: []MenuSlot{{"Edit", 31}}},
	{ID: LockInspector, Name: "lock-inspector", Group: "Edit", Help: "keep an inspector at the selected body",
		Label: "Lock the inspector", Slots: []MenuSlot{{"Edit", 32}}, Check: true},
	{ID: Outliner, Name: "outliner", Keys: []Key{{'O', shift}}, Group: "Edit",
		Help:  "list of all bodies, shapes and joints",
		Label: "Outliner", Slots: []MenuSlot{{"View", 24}}, Check: true},
	{ID: HideSelection, Name: "hide", Keys: []Key{{'H', alt}}, Group: "Edit",
		Help:  "hide the selection from the picture",
		Label: "Hide the selection", Slots: []MenuSlot{{"View", 13}}},
	{ID: ShowAll, Name: "show-all", Keys: []Key{{'H', shift}}, Group: "Edit", Help: "show what was hidden again",
		Label: "Show everything", Slots: []MenuSlot{{"View", 14}}},

	{ID: Frame, Name: "frame", Keys: []Key{{Code: 'F'}}, Group: "Camera", Help: "look at the selection or the scene",
		Label: "Look at the selection", Slots: []MenuSlot{{"View", 10}}},
	{ID: Follow, Name: "follow", Keys: []Key{{'F', shift}}, Group: "Camera", Help: "follow the selection"},
	{ID: HomeView, Name: "home-view", Keys: []Key{{Code: input.KeyHome}}, Group: "Camera", Help: "view of the scene",
		Label: "View of the scene", Slots: []MenuSlot{{"View", 11}}},
	{ID: RecallView1, Name: "recall-view-1", Keys: []Key{{'1', alt}}, Group: "Camera",
		Help: "saved view, also Alt+2 to Alt+4"},
	{ID: RecallView2, Name: "recall-view-2", Keys: []Key{{'2', alt}}, Group: "Camera"},
	{ID: RecallView3, Name: "recall-view-3", Keys: []Key{{'3', alt}}, Group: "Camera"},
	{ID: RecallView4, Name: "recall-view-4", Keys: []Key{{'4', alt}}, Group: "Camera"},
	{ID: StoreView1, Name: "store-view-1", Keys: []Key{{'1', control}}, Group: "Camera",
		Help: "save the view, also Ctrl+2 to Ctrl+4"},
	{ID: StoreView2, Name: "store-view-2", Keys: []Key{{'2', control}}, Group: "Camera"},
	{ID: StoreView3, Name: "store-view-3", Keys: []Key{{'3', control}}, Group: "Camera"},
	{ID: StoreView4, Name: "store-view-4", Keys: []Key{{'4', control}}, Group: "Camera"},

	{ID: Contacts, Name: "contacts", Keys: []Key{{Code: '1'}}, Group: "Show", Help: "contacts",
		Label: "Contacts", Slots: []MenuSlot{{"Draw", 10}}, Check: true, Flag: "contacts"},
	{ID: Bounds, Name: "bounding-boxes", Keys: []Key{{Code: '2'}}, Group: "Show", Help: "bounding boxes",
		Label: "Bounding boxes", Slots: []MenuSlot{{"Draw", 11}}, Check: true, Flag: "bounds"},
	{ID: Sleep, Name: "sleep-state", Keys: []Key{{Code: '3'}}, Group: "Show", Help: "sleep state",
		Label: "Sleep state", Slots: []MenuSlot{{"Draw", 12}}, Check: true, Flag: "sleep"},
	{ID: Joints, Name: "joints", Keys: []Key{{Code: '4'}}, Group: "Show", Help: "joints",
		Label: "Joints", Slots: []MenuSlot{{"Draw", 13}}, Check: true, Flag: "joints"},
	{ID: Mass, Name: "centres-of-mass", Keys: []Key{{Code: '5'}}, Group: "Show", Help: "centres of mass",
		Label: "Centres of mass", Slots: []MenuSlot{{"Draw", 14}}, Check: true, Flag: "mass"},
	{ID: Velocities, Name: "velocities", Keys: []Key{{Code: '6'}}, Group: "Show", Help: "velocities",
		Label: "Velocities", Slots: []MenuSlot{{"Draw", 15}}, Check: true, Flag: "velocities"},
	{ID: Wireframe, Name: "wireframe", Keys: []Key{{Code: '7'}}, Group: "Show", Help: "wireframe",
		Label: "Wireframe", Slots: []MenuSlot{{"Draw", 23}}, Check: true, Flag: "wireframe"},
	{ID: Flat, Name: "flat", Keys: []Key{{'7', shift}}, Group: "Show", Help: "faces of meshes flat or smooth",
		Label: "Flat faces", Slots: []MenuSlot{{"Draw", 24}}, Check: true, Flag: "flat"},
	{ID: Shadows, Name: "shadows", Keys: []Key{{Code: '8'}}, Group: "Show", Help: "shadows",
		Label: "Shadows", Slots: []MenuSlot{{"Draw", 25}}, Check: true, Flag: "shadows"},
	{ID: Sensors, Name: "sensors", Keys: []Key{{Code: '9'}}, Group: "Show", Help: "sensors",
		Label: "Sensors", Slots: []MenuSlot{{"Draw", 22}}, Check: true, Flag: "sensors"},
	{ID: Friction, Name: "friction", Keys: []Key{{'1', shift}}, Group: "Show", Help: "forces of friction",
		Label: "Friction", Slots: []MenuSlot{{"Draw", 16}}, Check: true, Flag: "friction"},
	{ID: Tree, Name: "broad-phase", Keys: []Key{{'2', shift}}, Group: "Show", Help: "boxes of the broad phase",
		Label: "Broad phase", Slots: []MenuSlot{{"Draw", 17}}, Check: true, Flag: "tree"},
	{ID: Islands, Name: "islands", Keys: []Key{{'3', shift}}, Group: "Show", Help: "islands",
		Label: "Islands", Slots: []MenuSlot{{"Draw", 20}}, Check: true, Flag: "islands"},
	{ID: Names, Name: "names", Keys: []Key{{'4', shift}}, Group: "Show", Help: "names",
		Label: "Names", Slots: []MenuSlot{{"Draw", 21}}, Check: true, Flag: "names"},
	{ID: Inertia, Name: "inertia", Keys: []Key{{'5', shift}}, Group: "Show", Help: "boxes of inertia",
		Label: "Inertia", Slots: []MenuSlot{{"Draw", 18}}, Check: true, Flag: "inertia"},
	{ID: Trails, Name: "trails", Keys: []Key{{'6', shift}}, Group: "Show", Help: "trails",
		Label: "Trails", Slots: []MenuSlot{{"Draw", 19}}, Check: true, Flag: "trails"},
	{ID: NextColor, Name: "next-color", Keys: []Key{{Code: 'C'}}, Group: "Show",
		Help: "colour by state, island, mass, speed, force, …"},
	{ID: PreviousColor, Name: "previous-color", Keys: []Key{{'C', shift}}, Group: "Show"},
	{ID: NextMood, Name: "next-mood", Keys: []Key{{'M', alt}}, Group: "Show",
		Help: "light: of the scene, studio, daylight, blueprint"},
	{ID: GlyphsLarger, Name: "glyphs-larger", Keys: []Key{{Code: 'G'}}, Group: "Show",
		Help: "larger arrows; Shift+G smaller"},
	{ID: GlyphsSmaller, Name: "glyphs-smaller", Keys: []Key{{'G', shift}}, Group: "Show"},

	{ID: Vsync, Name: "vsync", Keys: []Key{{Code: 'V'}}, Group: "Window", Help: "vsync on, off, adaptive"},
	{ID: Fullscreen, Name: "fullscreen", Keys: []Key{{Code: input.KeyF1 + 10}}, Group: "Window", Help: "full screen"},
	{ID: Screenshot, Name: "screenshot", Keys: []Key{{Code: input.KeyF12}}, Group: "Window", Help: "save a picture"},
	{ID: Sequence, Name: "picture-sequence", Keys: []Key{{input.KeyF12, shift}}, Group: "Window",
		Help: "save pictures one after another, or end it"},
	{ID: Hud, Name: "figures", Keys: []Key{{Code: 'H'}}, Group: "Window", Help: "figures",
		Label: "Figures", Slots: []MenuSlot{{"View", 21}, {"Draw", 26}}, Check: true, Flag: "figures"},
	{ID: Interface, Name: "hide-interface", Keys: []Key{{Code: input.KeyTab}}, Group: "Window",
		Help:  "hide everything but the scene",
		Label: "Hide everything", Slots: []MenuSlot{{"View", 30}}},
	{ID: Drawer, Name: "profile-and-counters", Keys: []Key{{Code: 'M'}, {Code: input.KeyF1 + 2}}, Group: "Window",
		Help:  "profile, counters and plots",
		Label: "Profile and counters", Slots: []MenuSlot{{"View", 20}}, Check: true},
	{ID: PanelKeys, Name: "panel-keys", Keys: []Key{{Code: input.KeyF1 + 5}}, Group: "Window",
		Help: "keys to the panels; Tab and arrows move on"},
	{ID: Help, Name: "help", Keys: []Key{{Code: input.KeyF1}, {input.KeySlash, shift}}, Group: "Window",
		Help:  "this help",
		Label: "Keys and mouse", Slots: []MenuSlot{{"View", 40}}},
	{ID: FirstSteps, Name: "first-steps", Group: "Window", Help: "five things to try",
		Label: "First steps", Slots: []MenuSlot{{"View", 41}}},
	{ID: Cancel, Name: "cancel", Keys: []Key{{Code: input.KeyEscape}}, Group: "Window",
		Help: "close help, let go, deselect"},
	{ID: Quit, Name: "quit", Keys: []Key{{'Q', control}}, Group: "Window", Help: "quit",
		Label: "Quit", Slots: []MenuSlot{{"Scene", 40}}},

	{ID: Palette, Name: "palette", Keys: []Key{{'P', control}}, Group: "Window",
		Help:  "find a command, parameter, scene or body",
		Label: "Find…", Slots: []MenuSlot{{"View", 12}}},
	{ID: Messages, Name: "messages", Keys: []Key{{Code: 'I'}}, Group: "Window", Help: "messages of the past",
		Label: "Messages", Slots: []MenuSlot{{"View", 23}}, Check: true},
	{ID: LabWindow, Name: "loop-laboratory", Group: "Time", Help: "measure strategies of the time step",
		Label: "Loop laboratory", Slots: []MenuSlot{{"Time", 31}}, Check: true},
	{ID: LightTheme, Name: "light-theme", Group: "Window", Help: "light or dark panels",
		Label: "Light theme", Slots: []MenuSlot{{"View", 22}}, Check: true},
	{ID: SavePreset, Name: "save-preset", Group: "Scene", Help: "save the parameters under a name",
		Label: "Save…", Slots: []MenuSlot{{"Presets", 10}}},
	{ID: LoadPreset, Name: "load-preset", Group: "Scene", Help: "take parameters that were saved",
		Label: "Load…", Slots: []MenuSlot{{"Presets", 11}}},
	{ID: Examine, Name: "examine", Keys: []Key{{'I', shift}}, Group: "Scene",
		Help:  "look for faults of the scene before they show",
		Label: "Examine", Slots: []MenuSlot{{"Scene", 24}}},
	{ID: Rigs, Name: "truth-rigs", Keys: []Key{{'T', control}}, Group: "Scene", Help: "experiments with known answers",
		Label: "Truth rigs", Slots: []MenuSlot{{"Measure", 10}}, Check: true},
	{ID: Trial, Name: "trial", Keys: []Key{{'Y', shift}}, Group: "Scene",
		Help:  "compare copies with other values from one moment",
		Label: "Trial", Slots: []MenuSlot{{"Measure", 11}}, Check: true},
	{ID: SplitTrial, Name: "split-trial", Keys: []Key{{'Y', control | shift}}, Group: "Scene",
		Help:  "the members of a trial side by side, or over each other",
		Label: "Trial side by side", Slots: []MenuSlot{{"Measure", 12}}, Check: true},
	{ID: Sweep, Name: "sweep", Keys: []Key{{'W', control}}, Group: "Scene",
		Help:  "simulate the scene with many values of a parameter",
		Label: "Sweep a parameter…", Slots: []MenuSlot{{"Measure", 13}}, Check: true},
	{ID: Capsule, Name: "capsule", Keys: []Key{{'K', control}}, Group: "Scene",
		Help:  "save the moment and what led to it as a capsule",
		Label: "Save a capsule", Slots: []MenuSlot{{"Measure", 20}}},
	{ID: SaveTest, Name: "save-test", Group: "Scene",
		Help:  "save a capsule and copy the command that holds it to the condition that stops time",
		Label: "Save a test", Slots: []MenuSlot{{"Measure", 21}}},
	{ID: Meters, Name: "meters", Keys: []Key{{'M', shift}}, Group: "Window",
		Help:  "meters, curves and the condition that stops time",
		Label: "Meters", Slots: []MenuSlot{{"View", 25}}, Check: true},
	{ID: SaveMeters, Name: "save-meters", Group: "Window", Help: "save the curves as a table",
		Label: "Save the curves as CSV", Slots: []MenuSlot{{"View", 26}}},
	{ID: SavePlot, Name: "save-plot", Group: "Window", Help: "save the curves as a picture",
		Label: "Save the curves as a picture", Slots: []MenuSlot{{"Measure", 31}}},
	{ID: SaveMCAP, Name: "save-mcap", Group: "Window", Help: "save the curves for Foxglove",
		Label: "Save the curves as MCAP", Slots: []MenuSlot{{"Measure", 32}}},
	{ID: SwitchSlot, Name: "switch-values", Keys: []Key{{Code: 'T'}}, Group: "Scene",
		Help:  "keep the parameters and take up the other set",
		Label: "Switch A and B", Slots: []MenuSlot{{"Presets", 12}}},
	{ID: CopyTOML, Name: "copy-toml", Group: "Scene", Help: "copy the changed parameters as TOML",
		Label: "Copy as TOML", Slots: []MenuSlot{{"Presets", 30}}},
	{ID: CopyGo, Name: "copy-go", Group: "Scene", Help: "copy the changed parameters as Go",
		Label: "Copy as Go", Slots: []MenuSlot{{"Presets", 31}}},
	{ID: CopyCommand, Name: "copy-command", Group: "Scene", Help: "copy a command with the changed parameters",
		Label: "Copy as a command", Slots: []MenuSlot{{"Presets", 32}}},
	{ID: Record, Name: "record", Keys: []Key{{'R', control}}, Group: "Scene",
		Help:  "record what happens from now on, or end that",
		Label: "Record", Slots: []MenuSlot{{"Scene", 30}}, Check: true},
	{ID: SaveLast, Name: "save-last", Keys: []Key{{'R', shift | control}}, Group: "Scene",
		Help:  "save what just happened, the last five minutes",
		Label: "Save what just happened", Slots: []MenuSlot{{"Scene", 31}}},
	{ID: Export, Name: "export", Keys: []Key{{'E', shift | control}}, Group: "Scene",
		Help:  "write the last minute as a page and an animated glTF, for anybody",
		Label: "Export", Slots: []MenuSlot{{"Scene", 33}}},
	{ID: Recover, Name: "recover", Keys: []Key{{'O', shift | control}}, Group: "Scene",
		Help:  "go on where the last session crashed",
		Label: "Open the crashed session", Slots: []MenuSlot{{"Scene", 32}}},
	{ID: Defaults, Name: "default-parameters", Group: "Scene", Help: "all parameters as the scene has them",
		Label: "All to defaults", Slots: []MenuSlot{{"Presets", 20}}},
}

// MouseHelp explains the mouse for the help screen.
var MouseHelp = [][2]string{
	{"Left", "select; drag a body, or orbit beside one; twice: look at it"},
	{"Held body", "wheel: distance, R: turn it, right: freeze it"},
	{"Ctrl+Left", "add to the selection and hold at once; a box"},
	{"Shift+Left", "shoot a ball at the cursor"},
	{"Alt+Left", "orbit around the point under the cursor"},
	{"Middle", "pan, or Alt+Shift+Left"},
	{"Right", "fly with W A S D Q E, wheel: speed"},
	{"Wheel", "zoom towards the cursor; sideways: pan"},
	{"Arrows", "drive, where a scene can be driven"},
}

// Of finds the command that a key asks for, None if it asks for none.
func Of(e *input.Event) ID {
	if e.Kind != input.EventKey || e.Action == input.Release {
		return None
	}
	asked := Key{e.Code, e.Mods & RelevantMods}
	for i := range All {
		c := &All[i]
		if (c.Repeats || e.Action == input.Press) && slices.Contains(c.Keys, asked) {
			return c.ID
		}
	}
	return None
}

// keyNamesOf are the names of the first keys by command, made once: panels ask for them in every frame.
var keyNamesOf = func() (names [Count]string) {
	for i := range All {
		if c := &All[i]; len(c.Keys) > 0 {
			names[c.ID] = c.Keys[0].String()
		}
	}
	return names
}()

// KeyName is the key of a command as the help screen writes it, empty for none.
func KeyName(id ID) string { return keyNamesOf[id] }

// Entry is a command in a menu.
type Entry struct {
	*Command
	// Apart asks for a line before the entry.
	Apart bool
}

// Menu lists the commands of a menu, or of a list of switches, in their order.
func Menu(title string) []Entry {
	type row struct {
		at int
		c  *Command
	}
	var rows []row
	for i := range All {
		for _, p := range All[i].Slots {
			if p.Menu == title {
				rows = append(rows, row{p.At, &All[i]})
			}
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.at, b.at) })
	entries := make([]Entry, len(rows))
	for i, r := range rows {
		entries[i] = Entry{r.c, i > 0 && r.at/10 != rows[i-1].at/10}
	}
	return entries
}

// rows are the places of commands in All, made once.
var rows = func() (at [Count]int) {
	for i := range All {
		at[All[i].ID] = i
	}
	return at
}()

// Get is the row of a command.
func Get(id ID) *Command { return &All[rows[id]] }

// ByGroup lists the commands group by group, and within a group in the order of the table.
func ByGroup() []*Command {
	order := map[string]int{}
	list := make([]*Command, len(All))
	for i := range All {
		list[i] = &All[i]
		if _, ok := order[All[i].Group]; !ok {
			order[All[i].Group] = len(order)
		}
	}
	slices.SortStableFunc(list, func(a, b *Command) int { return cmp.Compare(order[a.Group], order[b.Group]) })
	return list
}
