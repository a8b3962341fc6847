// Command server runs many rooms without a window: each is a world of its own that steps sixty times a second, with the
// inputs that its players sent. All processors share the rooms; each room has one worker, which is faster than many
// workers in few worlds, and none of a room's results depends on another room.
package main

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"sync"
	"time"

	"tumble/engine/timestep"
	"tumble/physics"
	"tumble/physics/debug"
)

const rate = 60 // steps a second

func main() {
	count := flag.Int("rooms", 200, "number of rooms")
	length := flag.Duration("for", 5*time.Second, "how long to run")
	show := flag.Bool("debug", false, "show the first room to viewers on this machine")
	flag.Parse()
	s, err := newServer(*count)
	if err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
	if *show {
		viewed, err := s.show()
		if err != nil {
			fmt.Fprintln(os.Stderr, "server:", err)
			os.Exit(1)
		}
		defer viewed.Close()
	}
	tick := time.NewTicker(time.Second / rate)
	defer tick.Stop()
	clock := timestep.RealClock()
	var busy, longest time.Duration
	steps := 0
	for end := clock.Now() + int64(*length); clock.Now() < end; steps++ {
		<-tick.C
		start := clock.Now()
		for i, r := range s.rooms {
			r.send(input{player: i % players, push: physics.V3(0, 0, -1)})
		}
		if err := s.step(); err != nil {
			fmt.Fprintln(os.Stderr, "server:", err)
			os.Exit(1)
		}
		took := time.Duration(clock.Now() - start)
		busy, longest = busy+took, max(longest, took)
	}
	fmt.Printf("%d rooms: %d steps, mean %v, longest %v of %v\n",
		len(s.rooms), steps, busy/time.Duration(max(steps, 1)), longest, time.Second/rate)
}

// server holds the rooms.
type server struct{ rooms []*room }

func newServer(count int) (*server, error) {
	s := &server{}
	for range count {
		r, err := newRoom()
		if err != nil {
			return nil, err
		}
		s.rooms = append(s.rooms, r)
	}
	return s, nil
}

// show lets viewers on this machine look at the first room and change it. Nobody may pause it: all rooms would wait.
func (s *server) show() (*debug.Server, error) {
	first := s.rooms[0]
	viewed, err := debug.Serve(first.world, debug.Options{Name: "server, first room", Allow: debug.Change})
	if err == nil {
		first.advance = viewed.Step
	}
	return viewed, err
}

// step advances all rooms once and returns the first error. The processors take rooms one by one.
func (s *server) step() error {
	workers := runtime.GOMAXPROCS(0)
	errs := make([]error, workers)
	next := make(chan *room, len(s.rooms))
	for _, r := range s.rooms {
		next <- r
	}
	close(next)
	var done sync.WaitGroup
	for i := range workers {
		done.Go(func() {
			for r := range next {
				if err := r.step(); err != nil && errs[i] == nil {
					errs[i] = err
				}
			}
		})
	}
	done.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
