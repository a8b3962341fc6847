//go:build linux && cgo

package main

import (
	"fmt"
	"path/filepath"
	"testing"

	"tumble/internal/app/history"
	"tumble/internal/app/session"
	"tumble/internal/capsule"
)

// moment makes a capsule with its key and returns what it says of the moment.
func (o *operator) moment() capsule.Manifest {
	o.t.Helper()
	path := o.made(".capsule", func() { o.do("key", "ctrl+k") })
	c, err := capsule.Open(path)
	if err != nil {
		o.t.Fatal(err)
	}
	o.capsule = path
	return c.Manifest
}

// condition goes back to where a condition began to hold; the window with the meters opens for it.
func (o *operator) condition(text string) {
	o.t.Helper()
	o.do("key", "shift+m")
	o.pause(4)
	o.click("500", "523")
	o.pause(2)
	o.do("key", "ctrl+a")
	o.do("type", "--delay", "40", text)
	o.do("key", "Return")
	o.do("key", "shift+m")
	o.do("key", "alt+comma")
	o.pause(8)
}

// TestTimeTravelInTheRealWindow goes through a session with a thrown ball: scrubbing, stepping, a branch, a loop, a
// condition backwards, the question why. Every moment that is saved on the way has the digest that a straight replay of
// the recording has at that step.
func TestTimeTravelInTheRealWindow(t *testing.T) {
	recording := filepath.Join(t.TempDir(), "run.tumble")
	o := newOperator(t, "card_house", "--vsync", "off", "--quality", "least", "--record", recording)
	var moments []capsule.Manifest
	note := func(what string) capsule.Manifest {
		t.Helper()
		m := o.moment()
		t.Logf("%s: step %d, %s", what, m.Step, m.Digest)
		o.picture()
		moments = append(moments, m)
		return m
	}
	// the timeline, and a ball at the house
	o.do("key", "z")
	o.do("mousemove", "380", "320", "keydown", "shift", "click", "1", "keyup", "shift")
	o.pause(40)
	o.do("key", "p")
	end := note("after 20 s")
	// scrub to the hit, and step back
	o.do("mousemove", "570", "560", "mousedown", "1", "mousemove", "350", "560", "mousemove", "120", "560")
	o.do("mouseup", "1")
	scrubbed := note("scrubbed")
	if scrubbed.Step >= end.Step/2 {
		t.Errorf("scrubbed from step %d to %d", end.Step, scrubbed.Step)
	}
	o.do("key", "comma")
	back := note("a step back")
	o.do("key", "period")
	if on := note("a step on"); back.Step != scrubbed.Step-1 || on.Digest != scrubbed.Digest {
		t.Errorf("from step %d back to %d and on to %d", scrubbed.Step, back.Step, on.Step)
	}
	// another future, with more friction from the throw on
	o.condition("speed.max > 4")
	if at := note("the throw"); at.Step >= end.Step/2 || at.Step < 10 {
		t.Errorf("the ball was thrown in step %d", at.Step)
	}
	o.do("mousemove", "1000", "600", "click", "--repeat", "8", "--delay", "100", "5")
	o.pause(2)
	o.field("1180", "366", "0.9")
	o.do("key", "shift+p")
	o.pause(8)
	o.do("key", "p")
	branch := note("with friction 0.9")
	// it gets a name
	o.do("key", "F2")
	o.do("type", "--delay", "40", "sticky cards")
	o.do("key", "Return")
	// both: the other as ghosts, then the other itself
	o.click("700", "600")
	o.click("719", "523")
	o.pause(6)
	note("compared")
	o.pause(12)
	o.look("branch")
	o.click("638", "523")
	if other := note("the first branch"); other.Step != branch.Step || other.Digest == branch.Digest {
		t.Errorf("step %d of the other branch, %d of this one", other.Step, branch.Step)
	}
	// two seconds again and again, while friction changes
	o.do("key", "alt+l")
	o.pause(6)
	o.field("1180", "366", "0.1")
	o.pause(10)
	o.pause(8)
	o.look("loop")
	o.do("key", "alt+l")
	note("after the loop")
	// back to a condition
	o.do("mousemove", "400", "560", "key", "End")
	o.pause(4)
	o.condition("penetration.max > 0.01")
	if at := note("the condition"); at.Step >= end.Step || at.Step < 100 {
		t.Errorf("the condition began to hold at step %d", at.Step)
	}
	// why a card moved: the newest cause comes first in the list, and can be gone to
	o.do("mousemove", "400", "560", "key", "End")
	o.pause(4)
	o.click("600", "395")
	o.do("key", "alt+y")
	o.pause(6)
	o.pause(8)
	o.look("why")
	o.click("40", "673")
	last := note("why")
	if last.Selected == "" || last.Step >= end.Step {
		t.Errorf("the cause of the motion of %q at step %d", last.Selected, last.Step)
	}
	path := o.capsule
	o.quit()
	// the moment opens again
	again := operatorOf(t, "open", path)
	if m := again.moment(); m.Step != last.Step || m.Digest != last.Digest {
		t.Errorf("opened at step %d with %s, saved at step %d with %s", m.Step, m.Digest, last.Step, last.Digest)
	}
	again.quit()
	checkMoments(t, recording, moments)
}

// checkMoments replays a recording with its branches and looks for the digests.
func checkMoments(t *testing.T, path string, moments []capsule.Manifest) {
	t.Helper()
	rec, err := readRecording(path)
	if err != nil {
		t.Fatal(err)
	}
	defer rec.Close()
	part := rec.First()
	if len(part.Jumps) < 2 {
		t.Errorf("the recording goes back %d times", len(part.Jumps))
	}
	if len(part.Names) != 1 || part.Names[0].Name != "sticky cards" {
		t.Errorf("names of branches in the recording: %+v", part.Names)
	}
	s, err := session.Open(part.Info, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.World().Close()
	again, err := history.NewReplay(s, part, part.From)
	if err != nil {
		t.Fatal(err)
	}
	digests := map[string]uint64{fmt.Sprintf("%016x", s.Digest()): 0}
	for tick := part.FirstTick; tick <= part.LastTick(); tick++ {
		if err := again.Tick(tick); err != nil {
			t.Fatal(err)
		}
		if err := again.Check(tick); err != nil {
			t.Fatal(err)
		}
		digests[fmt.Sprintf("%016x", s.Digest())] = s.Steps()
	}
	for i, m := range moments {
		if step, ok := digests[m.Digest]; !ok || step != m.Step {
			t.Errorf("moment %d: step %d with %s is none of the replay", i, m.Step, m.Digest)
		}
	}
}
