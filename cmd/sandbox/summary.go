package main

import (
	"fmt"
	"io"

	"tumble/engine/param"
	"tumble/internal/cli"
	"tumble/physics/scenes"
)

// summary is the end of a run, for people and for programs.
type summary struct {
	Scene    string  `json:"scene"`
	Steps    int     `json:"steps"`
	Seconds  float64 `json:"seconds"`     // simulated
	Wall     float64 `json:"wallSeconds"` // in which that was done
	Bodies   int     `json:"bodies"`
	Awake    int     `json:"awake"`
	Contacts int     `json:"contacts"` // that touch
	Hash     string  `json:"hash"`
	Picture  string  `json:"picture,omitempty"`
	Ledger   *ledger `json:"ledger,omitempty"`
}

// summarize reads the state of a run that took elapsed ns.
func summarize(run *scenes.Run, config *param.Config, elapsed int64) summary {
	c := run.World.Counters()
	return summary{
		Scene: run.Scene.Name, Steps: run.StepCount, Seconds: float64(run.StepCount) / float64(config.Loop.Hertz),
		Wall: float64(elapsed) / 1e9, Bodies: c.Bodies, Awake: c.AwakeBodies, Contacts: c.TouchingContacts,
		Hash: fmt.Sprintf("%016x", run.World.Hash()),
	}
}

// print writes the summary of a simulation, or of a picture: there most of the time goes into opening a context and
// drawing, so that it says nothing of a step.
func (s summary) print(w io.Writer) {
	done := "simulated"
	if s.Picture != "" {
		done = "simulated and drawn"
	}
	fmt.Fprintf(w, "%s: %d steps, %.2f s %s in %.2f s", s.Scene, s.Steps, s.Seconds, done, s.Wall)
	if s.Picture == "" && s.Steps > 0 && s.Wall > 0 {
		fmt.Fprintf(w, " (%.3f ms a step, %.1f times real time)", 1000*s.Wall/float64(s.Steps), s.Seconds/s.Wall)
	}
	fmt.Fprintf(w, "\n%d bodies, %d awake, %d contacts touching, hash %s\n", s.Bodies, s.Awake, s.Contacts, s.Hash)
	if s.Picture != "" {
		fmt.Fprintln(w, "picture:", s.Picture)
	}
}

// write writes the summary as JSON or as text.
func (s summary) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return cli.WriteJSON(w, s)
	}
	s.print(w)
	if s.Ledger != nil {
		return s.Ledger.print(w)
	}
	return nil
}
