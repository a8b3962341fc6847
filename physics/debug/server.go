package debug

import (
	"context"
	"errors"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"tumble/physics"
	"tumble/physics/debug/steptime"
)

// Options say what a Server is called and what its viewers may do.
type Options struct {
	// Name is shown in lists of programs, "" for the name of the executable.
	Name string
	// Allow is the set of rights of viewers beside looking.
	Allow Permission
	// Folder is where the announcement is written, "" for tumble/attach in os.UserCacheDir. It is made if it is not
	// there; one that other users can enter is refused.
	Folder string
	// Memory is the number of bytes that may wait for a viewer, 0 for 64 MB. The recording itself may have as much.
	Memory int
}

const (
	// defaultMemory is used where Options say nothing (bytes).
	defaultMemory = 64 << 20
	// maxViewers bounds copies of the recording in memory.
	maxViewers = 4
	// farewell is how long Close waits for viewers to take the end of the recording.
	farewell = 2 * time.Second
	// pushEvery is how often recorded bytes are handed to viewers.
	pushEvery = 10 * time.Millisecond
)

// Server shows a world to viewers. Make it with Serve.
type Server struct {
	world  *physics.World
	name   string
	allow  Permission
	memory int

	address, token string
	file           string
	http           *http.Server
	connections    atomic.Int32
	// background are the listener and recorders that end.
	background sync.WaitGroup

	// watched says that a step has more to do than a step of the world: for viewers, or after them.
	watched atomic.Bool
	inside  atomic.Bool // a step goes on
	steps   atomic.Int64
	dt      atomic.Uint32 // of the last step, bits of a float32

	// stepping is held by a step and by Close; it guards the fields up to mu.
	stepping sync.Mutex
	recorder *physics.Recorder // nil for none
	feed     *feed
	pushed   chan struct{} // closed when nothing is pushed any more
	times    []byte        // the entry of the step
	hands    map[*viewer]*hand
	due      *time.Timer // of the next step, nil for none
	pace     float64     // the speed that due was set for

	commands chan *command
	patience time.Duration // of a change
	wake     chan struct{} // something has happened that a waiting step looks at
	closing  chan struct{}
	closed   chan struct{}

	mu      sync.Mutex
	ended   bool
	viewers map[string]*viewer
	paused  bool
	left    int // steps that a paused program may do
	speed   float64
	hold    time.Duration // HoldTime
	// lapse sets lapsed when hold is over after the last Control
	lapse  *time.Timer
	lapsed bool
}

var errNoServer = errors.New("physics/debug: the server was not made by Serve")

// Serve shows a world to viewers until Close. The program calls Server.Step in place of world.Step from then on, from
// the goroutine that the world belongs to.
func Serve(world *physics.World, options Options) (*Server, error) {
	if world == nil {
		return nil, errors.New("physics/debug: no world")
	}
	folder, err := folderOf(options.Folder)
	if err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{
		world: world, name: options.Name, allow: options.Allow, memory: options.Memory,
		address: listener.Addr().String(), token: newSecret(),
		hands: map[*viewer]*hand{}, viewers: map[string]*viewer{},
		commands: make(chan *command, maxCommands), patience: changeTime, hold: HoldTime, wake: make(chan struct{}, 1),
		closing: make(chan struct{}), closed: make(chan struct{}),
	}
	if s.name == "" {
		s.name = filepath.Base(os.Args[0])
	}
	if s.memory <= 0 {
		s.memory = defaultMemory
	}
	s.file, err = announce(folder, &Announcement{
		Name: s.name, PID: os.Getpid(), Address: s.address, Token: s.token, Version: physics.RecordingVersion,
	})
	if err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	s.http = s.newHTTP()
	s.background.Go(func() {
		// ends with Close, whose errors tell more
		_ = s.http.Serve(listener)
	})
	return s, nil
}

// Step is world.Step for a world that is shown: before it, changes of viewers are carried out; it waits as long as a
// viewer pauses the program. dt is in seconds. After Close it is world.Step.
func (s *Server) Step(dt float32) error {
	if s == nil || s.world == nil {
		return errNoServer
	}
	if !s.inside.CompareAndSwap(false, true) {
		return physics.ErrWorldLocked
	}
	defer s.inside.Store(false)
	s.stepping.Lock()
	defer s.stepping.Unlock()
	if s.watched.Load() {
		s.attend(dt)
	}
	err := s.world.Step(dt)
	s.steps.Add(1)
	s.dt.Store(math.Float32bits(dt))
	if s.recorder != nil {
		s.tellTimes()
	}
	return err
}

// tellTimes writes the times of the step into the recording. Viewers of a recording that fails are disconnected.
func (s *Server) tellTimes() {
	profile := s.world.Profile()
	if profile.Step > 0 {
		s.times = steptime.Append(s.times[:0], &profile)
		// the recorder tells of its error below
		_ = s.recorder.Append(steptime.EntryKind, s.times)
	}
	if s.recorder.Err() != nil {
		s.dropAll()
	}
}

// Close ends the recording, opens the hands of viewers, lets a waiting Step go on, and closes the listener. The world
// stays as it is. Close may be called from any goroutine while Step waits or is called, but not in a hook of the world.
func (s *Server) Close() error {
	if s == nil || s.world == nil {
		return errNoServer
	}
	s.mu.Lock()
	first := !s.ended
	s.ended = true
	if s.lapse != nil {
		s.lapse.Stop()
	}
	s.mu.Unlock()
	if !first {
		<-s.closed
		return nil
	}
	err := os.Remove(s.file)
	close(s.closing)
	s.stepping.Lock()
	s.finish()
	s.stepping.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), farewell)
	defer cancel()
	slow := s.http.Shutdown(ctx)
	if errors.Is(slow, context.DeadlineExceeded) {
		// viewers that take longer are disconnected
		slow = s.http.Close()
	}
	err = errors.Join(err, slow)
	s.background.Wait()
	close(s.closed)
	return err
}

// finish ends hands, recording and viewers.
func (s *Server) finish() {
	for v := range s.hands {
		s.release(v)
	}
	if s.recorder != nil {
		close(s.pushed)
		// its error goes to viewers with the last record
		_ = s.recorder.Stop()
		s.recorder = nil
	}
	for _, v := range s.all() {
		v.finish()
	}
	s.watched.Store(false)
}

// all are the viewers.
func (s *Server) all() []*viewer {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]*viewer, 0, len(s.viewers))
	for _, v := range s.viewers {
		list = append(list, v)
	}
	return list
}

// dropAll disconnects all viewers after the recording has failed. They may come again and begin anew.
func (s *Server) dropAll() {
	for _, v := range s.all() {
		v.drop()
	}
	s.endRecording()
}

// Append adds an entry of the program to the recording of the viewers, see physics.Recorder.Append; without viewers it
// does nothing. Package drawing makes entries that the sandbox draws. It is for the goroutine of Step.
func (s *Server) Append(kind uint16, data []byte) error {
	if s.recorder == nil {
		return nil
	}
	return s.recorder.Append(kind, data)
}

// endRecording detaches the recorder from the world. The rest goes on beside the next steps.
func (s *Server) endRecording() {
	r := s.recorder
	s.recorder, s.feed = nil, nil
	close(s.pushed)
	r.Detach()
	s.background.Go(func() {
		// nobody is left to hear of it
		_ = r.Stop()
	})
}

// nudge lets a waiting step look again.
func (s *Server) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// status is the answer to GET /world.
func (s *Server) status() Status {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Status{
		Name: s.name, PID: os.Getpid(), Version: physics.RecordingVersion, Allow: s.allow,
		Steps: s.steps.Load(), DT: math.Float32frombits(s.dt.Load()),
		Paused: s.paused, Speed: s.speed, Viewers: len(s.viewers),
	}
}
