package main

import (
	"errors"
	"fmt"
	"io"

	"tumble/engine/record"
	"tumble/internal/cli"
	"tumble/physics"
)

// replayReport is the outcome of a replay: lines for a reader as it goes on, or one JSON object at the end.
type replayReport struct {
	out    io.Writer
	asJSON bool

	File string `json:"file"`
	// Whole says that the recording was ended and not cut off, End why nothing more could be read.
	Whole bool        `json:"whole"`
	End   string      `json:"end,omitempty"`
	Equal bool        `json:"equal"`
	Runs  []replayRun `json:"runs"`
	Notes []string    `json:"notes,omitempty"`
	// Difference is the first one, if one was found.
	Difference *replayDifference `json:"difference,omitempty"`
}

// replayRun is the part that was carried out and compared with no difference: the calls of a file, or the inputs of
// a scene.
type replayRun struct {
	Of    string `json:"of"` // "calls" or "inputs"
	Scene string `json:"scene"`
	Steps int    `json:"steps"`
	// Sought counts the steps of --seek.
	Sought  int   `json:"sought,omitempty"`
	Bytes   int64 `json:"bytes,omitempty"`
	Inputs  int   `json:"inputs,omitempty"`
	Digests int   `json:"digests,omitempty"`
}

// replayDifference is where a replay left what was recorded. Call, Stage and Body are given where they are known.
type replayDifference struct {
	Step  int    `json:"step,omitempty"`
	Name  string `json:"name,omitempty"`
	Call  int    `json:"call,omitempty"`
	Got   string `json:"got,omitempty"`
	Want  string `json:"want,omitempty"`
	Stage string `json:"stage,omitempty"`
	Body  *int   `json:"body,omitempty"`
	Text  string `json:"text"`
}

func newReplayReport(out io.Writer, rec *record.Recording, path string, asJSON bool) *replayReport {
	end := rec.Calls.End()
	return &replayReport{out: out, asJSON: asJSON, File: path, Whole: end.Whole, End: end.Reason, Runs: []replayRun{}}
}

// add tells of a run without a difference.
func (r *replayReport) add(run replayRun) {
	r.Runs = append(r.Runs, run)
	if r.asJSON {
		return
	}
	switch {
	case run.Of == "inputs":
		fmt.Fprintf(r.out, "%s: scene %s, %d steps, %d inputs, %d digests compared, all equal\n",
			r.File, run.Scene, run.Steps, run.Inputs, run.Digests)
	case run.Sought > 0:
		fmt.Fprintf(r.out, "%s: scene %s, sought %d of %d steps, all equal\n", r.File, run.Scene, run.Sought, run.Steps)
	default:
		fmt.Fprintf(r.out, "%s: scene %s, %d steps, %d bytes of calls, results and hashes all equal\n",
			r.File, run.Scene, run.Steps, run.Bytes)
	}
}

// note tells of something that was not carried out.
func (r *replayReport) note(text string) {
	r.Notes = append(r.Notes, text)
	if !r.asJSON {
		fmt.Fprintf(r.out, "%s: %s\n", r.File, text)
	}
}

// end writes the JSON object, if one was asked for, of a replay that was carried out to its end or to a difference, and
// returns err, the outcome of the replay.
func (r *replayReport) end(err error) error {
	var exit *cli.Error
	differs := errors.As(err, &exit) && exit.Code == cli.ExitFailed
	if !r.asJSON || err != nil && !differs {
		return err
	}
	r.Equal = err == nil
	if differs {
		r.Difference = differenceOf(err)
	}
	return errors.Join(err, cli.WriteJSON(r.out, r))
}

func differenceOf(err error) *replayDifference {
	found := &replayDifference{Text: err.Error()}
	var d *physics.Divergence
	if !errors.As(err, &d) {
		return found
	}
	found.Step, found.Name, found.Call, found.Stage = d.Step, d.Name, d.Call, d.Stage
	found.Got, found.Want = d.Got, d.Want
	if d.Body >= 0 {
		found.Body = &d.Body
	}
	return found
}
