package app

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/internal/app/session"
	"tumble/internal/bodyname"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
)

// Script has lines that are carried out in the window one after another, each when the one before has had its effect. A
// line is the name of a command of the table, or one of scriptVerbs with its object. Every line is answered with an
// object of JSON.
type Script struct {
	Lines   io.Reader
	Answers io.Writer
}

// scriptVerbs are the lines beside the commands, by their first word.
var scriptVerbs = map[string]func(*App, request, []string, *scriptAnswer) error{
	"state":      (*App).scriptState,
	"select":     (*App).scriptSelect,
	"set":        (*App).scriptSet,
	"wait":       (*App).scriptWait,
	"wait-stop":  (*App).scriptWaitStop,
	"where":      (*App).scriptWhere,
	"look":       (*App).scriptLook,
	"open":       (*App).scriptOpen,
	"sweep":      (*App).scriptSweep,
	"sweep-stop": (*App).scriptStopSweep,
	"sweep-wait": (*App).scriptWaitSweep,
	"widget":     (*App).scriptWidget,
	"results":    (*App).scriptResults,

	"click":      (*App).scriptClick,
	"ctrl-click": (*App).scriptCtrlClick,
	"enter":      (*App).scriptEnter,
	"picture":    (*App).scriptPicture,
	"sleep":      (*App).scriptSleep,
}

// scriptAnswer answers a line. Fields that a line does not ask for are left out.
type scriptAnswer struct {
	Line  string      `json:"line"`
	Error string      `json:"error,omitempty"`
	State *sceneState `json:"state,omitempty"`
	// Trial are the numbers of the trial in progress.
	Trial *trialState `json:"trial,omitempty"`
	// Cursor is where a body or a widget is seen, in screen coordinates, Position where a body is (m).
	Cursor   *[2]int     `json:"cursor,omitempty"`
	Position *[3]float32 `json:"position,omitempty"`
}

// sceneState is the state of the scene for a script.
type sceneState struct {
	Scene  string `json:"scene"`
	Step   uint64 `json:"step"`
	Shown  uint64 `json:"shown"` // frames on the screen
	Paused bool   `json:"paused"`
	Bodies int    `json:"bodies"`
	Joints int    `json:"joints"`
	Hash   string `json:"hash"`
	Undo   string `json:"undo"`
	Redo   string `json:"redo"`
	Tool   string `json:"tool"`
	// Command is the newest command that was carried out, Commands how many there were.
	Command  string   `json:"command,omitempty"`
	Commands uint64   `json:"commands"`
	Selected []string `json:"selected"`
	Held     string   `json:"held,omitempty"`
	Message  string   `json:"message,omitempty"`
}

// trialState are the numbers of a trial for a script.
type trialState struct {
	// First is the step after which all began; Members are the values, those of the session first.
	First   uint64       `json:"first"`
	Members []string     `json:"members"`
	Rows    []trialGoals `json:"rows"`
}

// trialGoals is a row: a number of each member, null for none, and the index of the best, −1 for none.
type trialGoals struct {
	Goal   string     `json:"goal"`
	Values []*float64 `json:"values"`
	Best   int        `json:"best"`
}

// scriptRun is a script in progress.
type scriptRun struct {
	lines   chan scriptLine
	ended   chan struct{}
	answers *json.Encoder
	// frame is the first frame in which the next line may be carried out, step the first step
	frame, step uint64
	// widget is the answer that waits until a widget has been drawn, nil for none
	widget *scriptAnswer
	// clicks says that this widget is clicked, with mods held; hand has events of mouse and keyboard that are still to
	// come, one a frame
	clicks bool
	mods   input.Mods
	hand   []input.Event
	// picture is the file for a picture of the window, empty for none; the answer pictured waits until the picture is
	// there
	picture  string
	pictured *scriptAnswer
	asked    bool
	// wakes (ns) is when the next line may be carried out; sweeps says that it waits until the study has ended, stops
	// until time stands still
	wakes         int64
	sweeps, stops bool
}

// scriptLine is a line of a script, or the beginning of one that is too long.
type scriptLine struct {
	text string
	long bool
}

// maxScriptLine (bytes) bounds a line; an answer repeats toldOfLine of a longer one.
const (
	maxScriptLine = 64 << 10
	toldOfLine    = 40
)

// startScript begins to read the lines of a script. A line that waits wakes the window.
func (a *App) startScript(s Script) {
	r := &scriptRun{lines: make(chan scriptLine, 1), ended: make(chan struct{}), answers: json.NewEncoder(s.Answers)}
	a.script = r
	go func() {
		defer close(r.lines)
		lines := bufio.NewReaderSize(s.Lines, maxScriptLine)
		for {
			line, more := nextLine(lines)
			if !more {
				return
			}
			select {
			case r.lines <- line:
				a.window.PostEmptyEvent()
			case <-r.ended:
				return
			}
		}
	}()
}

// nextLine reads a line; of one that is too long the rest is passed over, so that its sender gets an answer.
func nextLine(lines *bufio.Reader) (line scriptLine, more bool) {
	text, err := lines.ReadSlice('\n')
	line.text = string(text)
	for errors.Is(err, bufio.ErrBufferFull) {
		line.long = true
		_, err = lines.ReadSlice('\n')
	}
	return line, err == nil || line.text != ""
}

// endScriptRun forgets the rest of a script.
func (a *App) endScriptRun() {
	if a.script != nil {
		close(a.script.ended)
		a.script = nil
	}
}

// followScript carries out the next line of the script once the one before has had its effect.
func (a *App) followScript(now int64) error {
	r := a.script
	if r == nil {
		return nil
	}
	if now < r.wakes || a.frames < r.frame || a.session.Steps() < r.step || a.loop.World().Len() > 0 ||
		a.past.quest != nil {
		a.loop.Redraw()
		return nil
	}
	if r.sweeps && !a.sweeping.told {
		// the process of the study wakes the window
		return nil
	}
	if r.stops && !a.loop.Status().Paused {
		return nil
	}
	r.sweeps, r.stops = false, false
	if r.widget != nil {
		return a.followWidget(r)
	}
	if a.followHand(r, now) {
		a.loop.Redraw()
		return nil
	}
	if r.pictured != nil {
		answer := r.pictured
		r.pictured = nil
		return r.answer(answer)
	}
	var read scriptLine
	select {
	case next, ok := <-r.lines:
		if !ok {
			a.script = nil
			return nil
		}
		read = next
	default:
		return nil
	}
	a.loop.Redraw()
	r.frame, r.step = a.frames+1, 0
	line := strings.TrimSpace(read.text)
	if read.long {
		return r.answer(&scriptAnswer{Line: line[:min(len(line), toldOfLine)],
			Error: fmt.Sprintf("the line has more than %d bytes", maxScriptLine)})
	}
	if line == "" || strings.HasPrefix(line, "#") {
		return nil
	}
	answer := scriptAnswer{Line: line}
	if err := a.carryOutLine(line, now, &answer); err != nil {
		answer.Error = strings.TrimPrefix(err.Error(), "app: ")
	}
	if r.picture != "" {
		r.pictured = &answer
	}
	if r.widget != nil || r.pictured != nil {
		return nil
	}
	return r.answer(&answer)
}

// answer tells the sender of a line what became of it.
func (r *scriptRun) answer(a *scriptAnswer) error {
	if err := r.answers.Encode(a); err != nil {
		return fmt.Errorf("app: script: %w", err)
	}
	return nil
}

// carryOutLine carries out a line of a script.
func (a *App) carryOutLine(line string, now int64, answer *scriptAnswer) error {
	words := strings.Fields(line)
	r := request{&input.Event{Time: now}, a.loop.World()}
	i := slices.IndexFunc(command.All[:], func(c command.Command) bool { return c.Name == line })
	if i >= 0 {
		a.do(command.All[i].ID, r.event, r.queue)
		return nil
	}
	if verb, ok := scriptVerbs[words[0]]; ok {
		return verb(a, r, words[1:], answer)
	}
	return fmt.Errorf("app: there is no command %q", line)
}

func (a *App) scriptState(_ request, _ []string, answer *scriptAnswer) error {
	w := a.session.World()
	s := &sceneState{Scene: a.session.Config.Scene.Name, Step: a.session.Steps(), Shown: a.shown,
		Paused: a.loop.Status().Paused, Bodies: w.BodyCount(),
		Joints: w.JointCount(), Hash: fmt.Sprintf("%016x", w.Hash()), Undo: a.session.UndoLabel(),
		Redo: a.session.RedoLabel(),
		Tool: a.tools.Worker.Work().String(), Selected: []string{}, Message: a.panels.Message()}
	if a.did != command.None {
		s.Command, s.Commands = command.Get(a.did).Name, a.commands
	}
	for _, b := range a.tools.Mouse.Selection() {
		s.Selected = append(s.Selected, bodyname.Of(b))
	}
	if b, _, ok := a.session.Held(); ok {
		s.Held = bodyname.Of(b)
	}
	answer.State = s
	return nil
}

// scriptBody is the newest body with a name.
func (a *App) scriptBody(name string) (physics.Body, error) {
	list := a.session.World().Bodies(nil)
	for i := len(list) - 1; i >= 0; i-- {
		if bodyname.Of(list[i]) == name {
			return list[i], nil
		}
	}
	return physics.Body{}, fmt.Errorf("app: there is no body %q", name)
}

// scriptSelect selects bodies by their names, none without one.
func (a *App) scriptSelect(_ request, names []string, _ *scriptAnswer) error {
	var list []physics.Body
	for _, name := range names {
		b, err := a.scriptBody(name)
		if err != nil {
			return err
		}
		list = append(list, b)
	}
	a.tools.Mouse.SelectList(list)
	return nil
}

// scriptSet gives a parameter a value.
func (a *App) scriptSet(r request, words []string, _ *scriptAnswer) error {
	if len(words) != 2 {
		return errors.New("app: set KEY VALUE")
	}
	p, err := a.session.Registry.Lookup(words[0])
	if err != nil {
		return err
	}
	value, err := p.Parse(words[1])
	if err != nil {
		return err
	}
	a.send(r.queue, r.event, session.SetCommand(p.Key, value))
	return nil
}

// scriptWait lets some steps pass before the next line.
func (a *App) scriptWait(_ request, words []string, _ *scriptAnswer) error {
	if len(words) != 1 {
		return errors.New("app: wait STEPS")
	}
	n, err := strconv.ParseUint(words[0], 10, 32)
	if err != nil {
		return fmt.Errorf("app: wait %s: must be a number of steps", words[0])
	}
	if a.loop.Status().Paused {
		return errors.New("app: wait: time stands still")
	}
	a.script.step = a.session.Steps() + n
	return nil
}

// scriptWaitStop waits until time stands still, as where a condition stops it.
func (a *App) scriptWaitStop(request, []string, *scriptAnswer) error {
	a.script.stops = true
	return nil
}

// scriptWhere tells where a body is, and where it is seen.
func (a *App) scriptWhere(_ request, words []string, answer *scriptAnswer) error {
	if len(words) != 1 {
		return errors.New("app: where BODY")
	}
	b, err := a.scriptBody(words[0])
	if err != nil {
		return err
	}
	at := b.WorldCenter()
	answer.Position = &[3]float32{at.X, at.Y, at.Z}
	if x, y, ok := a.tools.Camera.Seen(at); ok {
		answer.Cursor = &[2]int{int(x), int(y)}
	}
	return nil
}

// scriptLook moves the eye: where it looks at (m), yaw and pitch (rad) and its distance (m).
func (a *App) scriptLook(_ request, words []string, _ *scriptAnswer) error {
	var v [6]float32
	if len(words) != len(v) {
		return errors.New("app: look X Y Z YAW PITCH DISTANCE")
	}
	for i, word := range words {
		x, err := strconv.ParseFloat(word, 32)
		if err != nil || !(x > -1e6 && x < 1e6) {
			return fmt.Errorf("app: look: %q is no number in reach", word)
		}
		v[i] = float32(x)
	}
	if v[5] <= 0 {
		return errors.New("app: look: the distance must be above 0")
	}
	a.tools.Camera.Unfollow()
	a.tools.Camera.Set(renderer.CameraState{Pivot: [3]float32{v[0], v[1], v[2]}, Yaw: v[3], Pitch: v[4],
		Distance: v[5]}, true)
	return nil
}

// scriptOpen opens a scene by its name, or a file: the rest of the line, blanks and all.
func (a *App) scriptOpen(_ request, _ []string, answer *scriptAnswer) error {
	name := restOf(answer.Line)
	if scene, ok := scenes.Find(name); ok {
		return a.Open(scene)
	}
	there := false
	a.readFile(name, func(opened) { there = true })
	if !there {
		return fmt.Errorf("app: open %s: %s", name, a.panels.Message())
	}
	return nil
}

// restOf is a line without its first word, blanks and all.
func restOf(line string) string {
	_, rest, _ := strings.Cut(line, " ")
	return strings.TrimSpace(rest)
}
