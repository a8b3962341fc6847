package capture

import (
	"fmt"

	"tumble/engine/diagnose"
	"tumble/internal/app/session"
	"tumble/physics"
)

// cause says in one line why a frame was long.
type cause struct {
	// Kind is one word: step, island, record, draw, swap, collector, descheduled, page faults, disk, lock or unknown.
	Kind string `json:"kind"`
	Text string `json:"text"`
	// Phase is the longest part of a slow step, Island its costliest island, below 0 for none.
	Phase  string `json:"phase,omitempty"`
	Island int    `json:"island"`
}

const (
	// outsidePhase is the part of a step that no stage of the physics took.
	outsidePhase = "outside of the physics"
	// islandShare is the least share of the work, and islandBodies the least size, of an island that is to blame for a
	// slow step: an island of a few bodies is no news.
	islandShare  = 0.5
	islandBodies = 64
)

func millis(ns int64) float64 { return float64(ns) / 1e6 }

// causeOf finds the cause of a hitch from its sample, its worst tick and the islands that are awake.
func causeOf(h *diagnose.Hitch, s *diagnose.FrameSample, r *tickRecord, islands []physics.IslandLoad) cause {
	v := cause{Kind: h.Cause.String(), Island: -1}
	switch h.Cause {
	case diagnose.CauseStep:
		v.step(s, r, islands)
	case diagnose.CauseRecord:
		v.Text = fmt.Sprintf("recording the frame took %.1f ms, %.1f ms longer than usual", millis(s.Record),
			millis(h.Part))
	case diagnose.CauseDraw:
		v.Text = fmt.Sprintf("drawing took %.1f ms, %.1f ms longer than usual", millis(s.Draw), millis(h.Part))
	case diagnose.CauseSwap:
		v.Text = fmt.Sprintf("the swap was blocked for %.1f ms", millis(s.Swap))
	case diagnose.CauseCollector:
		v.Text = fmt.Sprintf(
			"the garbage collector held the main thread up for %.1f ms: cycles ended %d, %.2f ms of pauses, "+
				"%.1f MB allocated in the frame",
			millis(h.Part), s.Cycles, millis(s.Pauses), float64(s.Allocated)/1e6)
	case diagnose.CauseScheduler:
		v.Text = fmt.Sprintf(
			"there was no core for %.1f ms (%.1f ms of the steps, %.1f ms of recording, %.1f ms of drawing, "+
				"woken %.1f ms late)",
			millis(h.Part), millis(s.StepStall), millis(s.RecordStall), millis(s.DrawDelay+s.DrawLate), millis(s.Late))
	case diagnose.CausePageFaults:
		v.Text = fmt.Sprintf("page faults took %.1f ms: %d pages given, %d read from a disk", millis(h.Part),
			s.MinorFaults, s.MajorFaults)
	case diagnose.CauseDisk:
		v.Text = fmt.Sprintf("the main thread waited %.1f ms for a disk: %d kB read, %d kB written", millis(h.Part),
			s.BlocksIn/2, s.BlocksOut/2)
	case diagnose.CauseLock:
		v.Text = fmt.Sprintf("the main thread waited %.1f ms for a lock", millis(h.Part))
	default:
		v.Text = fmt.Sprintf("cause not known: for %.1f ms the program did not run, and no counter tells why",
			millis(h.Part))
	}
	if besides := besidesText[h.Besides]; besides != "" {
		v.Text += fmt.Sprintf("; besides, "+besides, millis(h.BesidesPart))
	}
	return v
}

// besidesText is how a text mentions a second cause and its time.
var besidesText = map[diagnose.Cause]string{
	diagnose.CauseStep:       "steps took %.1f ms longer than usual",
	diagnose.CauseRecord:     "recording took %.1f ms longer than usual",
	diagnose.CauseDraw:       "drawing took %.1f ms longer than usual",
	diagnose.CauseSwap:       "the swap was blocked for %.1f ms",
	diagnose.CauseCollector:  "the garbage collector took %.1f ms",
	diagnose.CauseScheduler:  "there was no core for %.1f ms",
	diagnose.CausePageFaults: "page faults took %.1f ms",
	diagnose.CauseDisk:       "%.1f ms were waits for a disk",
	diagnose.CauseLock:       "%.1f ms were waits for a lock",
	diagnose.CauseUnknown:    "%.1f ms are not explained",
}

// step names the part of a slow step, and the island if one is most of the work.
func (v *cause) step(s *diagnose.FrameSample, r *tickRecord, islands []physics.IslandLoad) {
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

// longestPhase is the longest part of a step.
func longestPhase(r *tickRecord) (name string, ns int64) {
	name, ns = outsidePhase, r.Wall-r.Profile.Step
	for i := range session.StepStages {
		s := &session.StepStages[i]
		if s.Depth != 1 {
			continue
		}
		if t := s.Of(&r.Profile); t > ns {
			name, ns = s.Name, t
		}
	}
	return name, ns
}
