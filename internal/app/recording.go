package app

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/command"
	"tumble/internal/app/journal"
	"tumble/internal/app/session"
	"tumble/internal/openscene"
	"tumble/physics"
	"tumble/renderer/ui"
)

// JournalOptions say what the window keeps of every session.
type JournalOptions struct {
	// Folder is where the journals of all sessions are kept; empty keeps nothing but the recordings that are asked for.
	Folder string
	// Megabytes is how much of a session is kept, and of all sessions that have ended; 0 takes the settings in
	// Options.Folder.
	Megabytes int64
	// Program names the recording program, for those who cannot read it.
	Program string
}

// defaultJournal is how much of a session is kept where nothing else is said (MB).
const defaultJournal = 256

// startJournal begins to write the session down.
func (a *App) startJournal() error {
	o := journal.Options{Budget: a.options.Journal.Megabytes}
	if o.Budget == 0 {
		o.Budget = defaultJournal
		if a.journalKept != nil {
			o.Budget = *a.journalKept
		}
	}
	if o.Budget *= 1 << 20; o.Budget > 0 {
		o.Root = a.options.Journal.Folder
	}
	var err error
	if a.journal, err = journal.Open(o); err != nil {
		a.warn(0, err)
		if a.journal, err = journal.Open(journal.Options{}); err != nil {
			return err
		}
	}
	if r := a.session.Recorder(); r != nil {
		a.journal.Begin(0, r, false)
	} else if a.journal.Due(0) {
		return a.recordIn(a.journal.Take(), 0, true)
	}
	return nil
}

// followJournal begins a new part of the journal when one is due.
func (a *App) followJournal(now int64) {
	for _, text := range a.journal.Told() {
		a.say(now, text)
	}
	if found := a.journal.Found(); found != nil {
		a.left = found
		a.message(now, ui.ToneWarn, "the last session ended by a crash: "+command.KeyName(
			command.Recover)+" shows its end and goes on from there")
	}
	if a.saveWanted.Swap(false) {
		a.saveLast(now)
	}
	// a look at the past is not recorded
	if !a.past.away && a.journal.Due(now) {
		a.warn(now, a.recordIn(a.journal.Take(), now, true))
	}
}

// recordIn goes on recording in another file. own says that it is a part of the journal.
func (a *App) recordIn(file *record.File, now int64, own bool) error {
	info, state, err := a.session.Resume()
	if err != nil {
		return err
	}
	at, _ := a.loop.State()
	// a world that was edited before its first step is another one than the scene builds
	begins := at.Tick == 0 && a.session.Steps() == 0 && a.session.Applied() == 0 && !a.session.Recorded()
	if begins {
		info = a.session.Info()
	}
	r, err := record.CreateIn(file, info, a.recordOptions(own))
	if err != nil {
		return err
	}
	if !begins {
		if a.session.Recorder() == nil || a.past.away {
			// steps since the recording before are in neither; the errors stay with the recorder
			_ = r.Apart()
		}
		_ = r.Resume(at.Tick, state)
	}
	a.detach()
	a.journal.Begin(now, r, own)
	if err := a.session.Record(r); err != nil {
		return err
	}
	a.past.recordedFrom, a.past.edited = at.Tick, len(a.past.history.Held()) > 0
	if b := a.past.history.Branches()[a.past.history.Present()]; b.Named {
		// the error stays with the recorder
		_ = r.NameBranch(at.Tick, b.Name)
	}
	if a.past.away {
		r.Detach()
	}
	return a.loop.Record(r)
}

// recordOptions are those of a recording; short ones do without keyframes, as the parts of the journal.
func (a *App) recordOptions(short bool) physics.RecordOptions {
	o := physics.DefaultRecordOptions()
	if short {
		o = physics.RecordOptions{}
	}
	o.Program = a.options.Journal.Program
	return o
}

// detach ends the recording that goes on; the journal closes it.
func (a *App) detach() {
	if r := a.session.Recorder(); r != nil {
		r.Detach()
		a.session.EndRecording()
	}
}

// stopJournal ends the present part.
func (a *App) stopJournal() error {
	if a.journal == nil {
		return nil
	}
	a.detach()
	return a.journal.Close()
}

// toggleRecording begins a recording in a folder, or ends the one that goes on.
func (a *App) toggleRecording(r request, folder string) {
	if a.journal.Recording() {
		a.detach()
		a.sayError(r, a.loop.Record(nil))
		a.journal.End()
		return
	}
	path := a.recordingName(folder, "")
	file, err := record.NewFile(path)
	if err == nil {
		err = a.recordIn(file, r.now(), false)
	}
	if err != nil {
		a.warn(r.now(), err)
		return
	}
	a.say(r.now(), "recording to "+shown(path))
}

// savedLength is how much of the past a user gets who saves what just happened (ns).
const savedLength = 5 * 60 * timestep.Second

// saveAgain is the least time between savings that nobody asked for (ns).
const saveAgain = 60 * timestep.Second

// saveLast saves the last minutes.
func (a *App) saveLast(now int64) {
	folder, err := a.output()
	if err != nil {
		a.warn(now, err)
		return
	}
	a.journal.Save(a.recordingName(folder, "-last"), now, savedLength)
}

// saveBecause saves the last minutes for a reason that the program found by itself, not again and again.
func (a *App) saveBecause(now int64, reason string) {
	if a.savedAt != 0 && now-a.savedAt < saveAgain {
		return
	}
	a.savedAt = now
	a.message(now, ui.ToneWarn, reason)
	a.saveWanted.Store(true)
}

// SaveLast saves the last minutes at the next frame. It may be called from any goroutine.
func (a *App) SaveLast() { a.saveWanted.Store(true) }

// NoteCrash notes that the loop failed, so that the next session offers this one. It needs no other folder than the
// journal's.
func (a *App) NoteCrash() { a.journal.NoteCrash() }

// SaveCrash is NoteCrash, and saves what happened before the loop failed, after Release. It returns where.
func (a *App) SaveCrash() (string, error) {
	a.NoteCrash()
	folder, err := a.output()
	if err != nil {
		return "", err
	}
	path := a.recordingName(folder, "-crash")
	return shown(path), a.journal.SaveAll(path)
}

func (a *App) recordingName(folder, kind string) string {
	name := fmt.Sprintf("tumble-%s-%06d%s", a.label(), a.loop.Status().Tick, kind)
	return openscene.FreeName(filepath.Join(folder, name), ".tumble")
}

// quarantined saves the last minutes before a body was frozen.
func (a *App) quarantined() {
	if n := len(a.session.World().Events().Quarantine); n > 0 {
		a.saveBecause(a.now(), "a body was frozen: its state was no longer usable")
	}
}

// recover replays the last part of the session that crashed, and goes on from there.
func (a *App) recover(r request, folder string) {
	if a.left == nil {
		a.say(r.now(), "no session ended by a crash")
		return
	}
	last := a.left.Last()
	if last == "" {
		a.say(r.now(), "the session that crashed has no step")
		return
	}
	if err := a.openRecording(last); err != nil {
		a.warn(r.now(), err)
	}
	a.journal.Copy(openscene.FreeName(filepath.Join(folder, "tumble-crashed-session"), ".tumble"), a.left)
}

// openRecording replays a recording from its beginning.
func (a *App) openRecording(path string) error {
	rec, err := record.Open(path)
	if err != nil {
		return err
	}
	s, why, err := session.OpenReplay(rec, a.options.Clock)
	if err != nil {
		return errors.Join(err, rec.Close())
	}
	if why != "" {
		a.message(a.now(), ui.ToneWarn, why)
	}
	return a.showRecording(s, rec)
}

// showRecording shows the session of a recording.
func (a *App) showRecording(s *session.Session, rec *record.Recording) error {
	if err := a.change(s); err != nil {
		return err
	}
	a.forgetDrawings()
	player := a.Play(rec)
	a.restartAt(a.replayFrom())
	a.picture.Stage().Update(s.World(), a.loop.Poses(), a.loop.Nodes())
	a.loop.Replay(player)
	return nil
}

// RecordingEnded tells that a recording ended early; it is the OnRecordEnd of the loop.
func (a *App) RecordingEnded(err error) {
	now := a.now()
	text := "the recording ended: " + err.Error()
	if a.journal != nil && !a.journal.Recording() {
		text = journal.Unwritable(err)
	}
	a.message(now, ui.ToneAsk, strings.Replace(text, "physics: recording: ", "", 1))
	// another goroutine closes it
	a.detach()
	if a.journal != nil {
		a.journal.Broken(now)
	}
}
