package app

import (
	"fmt"

	"tumble/engine/diagnose"
	"tumble/physics"
)

// verdict says in one line why a frame was long.
type verdict struct {
	// Kind is one word: step, island, record, draw, swap, collector, descheduled or wait.
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Phase is the part of a slow step that took longest, Island its costliest island, none if below 0.
	Phase  string `json:"phase,omitempty"`
	Island int    `json:"island"`
}

const (
	// outsidePhase is the part of a step that no stage of the physics took.
	outsidePhase = "outside of the physics"
	// islandShare is the part of the work from which an island is to blame for a slow step, and islandBodies how
	// large it must be: of a few bodies one island is no news.
	islandShare  = 0.5
	islandBodies = 64
)

func millis(ns int64) float64 { return float64(ns) / 1e6 }

// verdictOf judges a hitch by its sample, its worst tick and the islands that are awake.
func verdictOf(h *diagnose.Hitch, s *diagnose.FrameSample, r *tickRecord, islands []physics.IslandLoad) verdict {
	v := verdict{Kind: h.Cause.String(), Island: -1}
	switch h.Cause {
	case diagnose.CauseStep:
		v.step(s, r, islands)
	case diagnose.CauseRecord:
		v.Text = fmt.Sprintf("recording the frame took %.1f ms, %.1f ms longer than usual", millis(s.Record), millis(h.Part))
	case diagnose.CauseDraw:
		v.Text = fmt.Sprintf("drawing took %.1f ms, %.1f ms longer than usual", millis(s.Draw), millis(h.Part))
	case diagnose.CauseSwap:
		v.Text = fmt.Sprintf("the swap was blocked for %.1f ms", millis(s.Swap))
	case diagnose.CauseCollector:
		v.Text = fmt.Sprintf("the garbage collector held the main thread up for %.1f ms: %.2f ms of pauses, %.1f MB allocated in the frame",
			millis(h.Part), millis(s.Pauses), float64(s.Allocated)/1e6)
	case diagnose.CauseScheduler:
		v.Text = fmt.Sprintf("there was no core for %.1f ms (%.1f ms of the steps, %.1f ms of recording, %.1f ms of drawing, woken %.1f ms late)",
			millis(h.Part), millis(s.StepStall), millis(s.RecordStall), millis(s.DrawStall+s.DrawLate), millis(s.Late))
	default:
		v.Text = fmt.Sprintf("%.1f ms passed in which nothing of the program ran: the window system or events held it up", millis(h.Part))
	}
	if besides := besidesText[h.Besides]; besides != "" {
		v.Text += fmt.Sprintf("; besides, "+besides, millis(h.BesidesPart))
	}
	return v
}

// besidesText is how a verdict mentions a second cause and its time.
var besidesText = map[diagnose.Cause]string{
	diagnose.CauseStep:      "steps took %.1f ms longer than usual",
	diagnose.CauseRecord:    "recording took %.1f ms longer than usual",
	diagnose.CauseDraw:      "drawing took %.1f ms longer than usual",
	diagnose.CauseSwap:      "the swap was blocked for %.1f ms",
	diagnose.CauseCollector: "the garbage collector took %.1f ms",
	diagnose.CauseScheduler: "there was no core for %.1f ms",
	diagnose.CauseWait:      "%.1f ms passed in which nothing of the program ran",
}

// step names the part of a slow step, and the island if one is most of the work.
func (v *verdict) step(s *diagnose.FrameSample, r *tickRecord, islands []physics.IslandLoad) {
	phase, ns := longestPhase(r)
	v.Phase = phase
	v.Text = fmt.Sprintf("%d steps took %.1f ms; step %d took %.1f ms", s.Steps, millis(s.Step), r.Tick, millis(r.Wall))
	if s.Steps == 1 {
		v.Text = fmt.Sprintf("step %d took %.1f ms", r.Tick, millis(r.Wall))
	}
	v.Text += fmt.Sprintf(", %.1f ms of it %s", millis(ns), phase)
	if phase == outsidePhase || len(islands) == 0 {
		return
	}
	all := int64(0)
	for i := range islands {
		all += islands[i].Ns
	}
	worst := &islands[0]
	if all <= 0 || float64(worst.Ns) < islandShare*float64(all) || worst.Bodies < islandBodies {
		return
	}
	v.Kind, v.Island = "island", worst.Island
	v.Text += fmt.Sprintf(", island %d of %d bodies and %d contacts is %.0f %% of it",
		worst.Island, worst.Bodies, worst.Contacts, 100*float64(worst.Ns)/float64(all))
}

// longestPhase is the part of a step that took longest.
func longestPhase(r *tickRecord) (name string, ns int64) {
	name, ns = outsidePhase, r.Wall-r.Profile.Step
	for i := range profileStages {
		s := &profileStages[i]
		if s.depth != 1 {
			continue
		}
		if t := s.of(&r.Profile); t > ns {
			name, ns = s.name, t
		}
	}
	return name, ns
}
