// Command rollback plays a match of two players over a slow line in one process. Each side shows the next step at once:
// it guesses that the other player goes on as before, and when an input arrives that was guessed wrong, it goes back to
// the state before and does the steps again (package nettime). The same inputs in the same steps give the same bits, so
// that both sides see the same match.
package main

import (
	"flag"
	"fmt"
	"os"

	"tumble/engine/nettime"
)

func main() {
	steps := flag.Int("steps", 600, "length of the match")
	delay := flag.Int("delay", 6, "steps that an input travels")
	flag.Parse()
	left, right, err := play(*steps, *delay)
	if err != nil {
		fmt.Fprintln(os.Stderr, "rollback:", err)
		os.Exit(1)
	}
	for i, s := range []*side{left, right} {
		f := s.session.Figures
		fmt.Printf("side %d: hash %016x, went back %d times, did %d steps again\n", i, s.world.Hash(), f.Rollbacks,
			f.Recomputed)
	}
}

// play lets two sides play a match whose inputs arrive after delay steps, and returns them when all have arrived.
func play(steps, delay int) (left, right *side, err error) {
	if delay < 0 || delay >= window {
		return nil, nil, fmt.Errorf("delay %d: must be 0 to %d steps", delay, window-1)
	}
	sides := [2]*side{}
	for i := range sides {
		if sides[i], err = newSide(i); err != nil {
			return nil, nil, err
		}
	}
	// a tick is a step, counted from 1; the last inputs are still on the way when the last step is done
	for step := range steps + delay {
		for i, s := range sides {
			if sent := step - delay; sent >= 0 {
				s.session.Take(1-i, uint64(sent+1), wish(1-i, sent))
			}
			if _, err := s.session.Correct(); err != nil {
				return nil, nil, err
			}
			if step >= steps {
				continue
			}
			if _, err := s.session.Advance(wish(i, step)); err != nil {
				return nil, nil, err
			}
		}
	}
	return sides[0], sides[1], nil
}

// wish is the move of a player in a step: left, right or none, for a while each.
func wish(player, step int) nettime.Input {
	return nettime.Input{byte((step/(17+5*player)+player)%3 - 1)}
}
