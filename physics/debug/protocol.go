package debug

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"tumble/physics"
)

// Permission is a set of rights of viewers. Zero lets them look.
type Permission uint8

const (
	// Pause lets viewers hold the program between two steps, take single steps and slow it down.
	Pause Permission = 1 << iota
	// Change lets viewers change settings, push bodies and hold them.
	Change
)

var permissionNames = []string{"pause", "change"}

// String lists the rights: "pause,change", "" for none.
func (p Permission) String() string {
	var names []string
	for i, name := range permissionNames {
		if p&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// MarshalText is String.
func (p Permission) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a list of rights. Unknown ones are an error.
func (p *Permission) UnmarshalText(text []byte) error {
	*p = 0
	for name := range strings.SplitSeq(string(text), ",") {
		switch name {
		case "":
		case "pause":
			*p |= Pause
		case "change":
			*p |= Change
		default:
			return fmt.Errorf("physics/debug: no right is called %.20q", name)
		}
	}
	return nil
}

// Announcement is the content of the file by which viewers find a server: PID-NUMBER.json, of mode 0600, in a folder of
// mode 0700. It was begun when the file was last written.
type Announcement struct {
	Name string `json:"name"`
	PID  int    `json:"pid"`
	// Address is that of the listener, as 127.0.0.1:40000, Token the secret for requests.
	Address string `json:"address"`
	Token   string `json:"token"`
	// Version is physics.RecordingVersion of the program.
	Version int `json:"version"`
}

// Status is the answer to GET /world.
type Status struct {
	Name    string     `json:"name"`
	PID     int        `json:"pid"`
	Version int        `json:"version"` // physics.RecordingVersion of the program
	Allow   Permission `json:"allow"`
	// Steps counts the steps since Serve, DT (s) is the length of the last one.
	Steps int64   `json:"steps"`
	DT    float32 `json:"dt"`
	// Paused holds the program between two steps; Speed is the pace in simulated seconds per second, 0 for that of
	// the program.
	Paused  bool    `json:"paused"`
	Speed   float64 `json:"speed"`
	Viewers int     `json:"viewers"`
}

// HoldTime is how long a Control holds the program back. A viewer that pauses or slows the program sends a Control with
// Hold in shorter intervals. Otherwise the program goes on at its own pace: a viewer that freezes holds nothing.
const HoldTime = 10 * time.Second

// Control is the body of POST /control. Fields that are nil or false change nothing.
type Control struct {
	// Hold only tells that the viewer is there, see HoldTime.
	Hold  bool  `json:"hold,omitempty"`
	Pause *bool `json:"pause,omitempty"`
	// Steps lets the program do so many steps, 1 to MaxSteps, and pause after them.
	Steps *int `json:"steps,omitempty"`
	// Speed holds the program back to so many simulated seconds per second, MinSpeed to MaxSpeed, 0 for its own pace.
	Speed *float64 `json:"speed,omitempty"`
}

// The bounds of a Control.
const (
	MaxSteps = 1_000_000
	MinSpeed = 0.001
	MaxSpeed = 1000
)

// check refuses numbers out of range.
func (c *Control) check() error {
	switch {
	case !c.Hold && c.Pause == nil && c.Steps == nil && c.Speed == nil:
		return fmt.Errorf("nothing to do: hold, pause, steps or speed is missing")
	case c.Steps != nil && (*c.Steps < 1 || *c.Steps > MaxSteps):
		return fmt.Errorf("%d steps: 1 to %d are possible", *c.Steps, MaxSteps)
	case c.Speed != nil && *c.Speed != 0 && !(*c.Speed >= MinSpeed && *c.Speed <= MaxSpeed):
		return fmt.Errorf("speed %v: 0 or %v to %v", *c.Speed, MinSpeed, MaxSpeed)
	}
	return nil
}

// BodyKey names a body by its slot and generation, see physics.Body.
type BodyKey struct {
	Index      int    `json:"index"`
	Generation uint32 `json:"generation"`
}

// KeyOf returns the key of a body.
func KeyOf(b physics.Body) BodyKey { return BodyKey{Index: b.Index(), Generation: b.Generation()} }

// Vector is a physics.Vec3, as three numbers in JSON.
type Vector physics.Vec3

// MarshalJSON writes [x,y,z].
func (v Vector) MarshalJSON() ([]byte, error) { return json.Marshal([3]float32{v.X, v.Y, v.Z}) }

// UnmarshalJSON reads [x,y,z]. Another number of numbers is an error.
func (v *Vector) UnmarshalJSON(data []byte) error {
	var list []float32
	err := json.Unmarshal(data, &list)
	if err == nil && len(list) != 3 {
		err = fmt.Errorf("physics/debug: a vector of %d numbers", len(list))
	}
	if err != nil {
		return err
	}
	*v = Vector{X: list[0], Y: list[1], Z: list[2]}
	return nil
}

// Changes is the body of POST /change. Fields that are nil or false change nothing; the others are carried out in their
// order between two steps, up to the first that fails.
type Changes struct {
	// Settings are fields of physics.Settings by their names: {"Gravity":{"X":0,"Y":-1.6,"Z":0},"SubSteps":8}.
	Settings json.RawMessage `json:"settings,omitempty"`
	// Grab takes a dynamic body with the hand of the viewer. Move puts the hand at a point (m, world). Release opens
	// it, as the end of the viewer does.
	Grab    *Grab    `json:"grab,omitempty"`
	Move    *Vector  `json:"move,omitempty"`
	Release bool     `json:"release,omitempty"`
	Impulse *Impulse `json:"impulse,omitempty"`
}

// Grab is the grip of a hand at a point (m, world) of a body.
type Grab struct {
	Body  BodyKey `json:"body"`
	Point Vector  `json:"point"`
}

// Impulse is a push (N·s) at a point (m, world) of a body.
type Impulse struct {
	Body    BodyKey `json:"body"`
	Impulse Vector  `json:"impulse"`
	Point   Vector  `json:"point"`
}

// Failure is the answer to a request that failed.
type Failure struct {
	Error string `json:"error"`
}

// ViewerHeader names a viewer, in the answer to GET /recording and in each POST.
const ViewerHeader = "Tumble-Viewer"
