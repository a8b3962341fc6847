package lockstep

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"net"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tumble/engine/nettime"
	"tumble/engine/timestep"
	"tumble/physics/scenes"
)

// trials is the number of hostile messages of a test: 100,000 in soak.
func trials() int {
	if n, err := strconv.Atoi(os.Getenv("TUMBLE_TRIALS")); err == nil {
		return n
	}
	if os.Getenv("TUMBLE_SOAK") != "" {
		return 100_000
	}
	return 5000
}

// relay stands between two sides. It passes on their packets and adds many of its own.
type relay struct {
	conn   *net.UDPConn
	ends   [2]*net.UDPAddr // listener, joiner
	lock   sync.Mutex
	heard  [2][][]byte // datagrams to each end
	random *rand.Rand
}

func newRelay(t *testing.T, listener string) *relay {
	t.Helper()
	r := &relay{random: rand.New(rand.NewPCG(1, 2))}
	var err error
	if r.ends[0], err = net.ResolveUDPAddr("udp", listener); err != nil {
		t.Fatal(err)
	}
	if r.conn, err = net.ListenUDP("udp", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.conn.Close() })
	go r.carry()
	return r
}

func (r *relay) carry() {
	buf := make([]byte, 2048)
	for {
		n, from, err := r.conn.ReadFromUDP(buf)
		if err != nil {
			return
		}
		r.lock.Lock()
		to := 0
		if from.Port == r.ends[0].Port {
			to = 1
		} else if r.ends[1] == nil {
			r.ends[1] = from
		}
		if len(r.heard[to]) < 5000 {
			r.heard[to] = append(r.heard[to], bytes.Clone(buf[:n]))
		}
		end := r.ends[to]
		r.lock.Unlock()
		_, _ = r.conn.WriteToUDP(buf[:n], end)
	}
}

// lie sends an end a message that its other side did not send now: noise, a replay, a reflection, or one with changed
// bytes.
func (r *relay) lie(to int) {
	r.lock.Lock()
	list := r.heard[r.random.IntN(2)]
	end := r.ends[to]
	var b []byte
	if len(list) > 0 && r.random.IntN(8) > 0 {
		b = bytes.Clone(list[r.random.IntN(len(list))])
	} else {
		b = make([]byte, r.random.IntN(1500))
		for i := range b {
			b[i] = byte(r.random.Uint32())
		}
	}
	switch r.random.IntN(4) {
	case 0: // a replay or a reflection
	case 1:
		b = b[:r.random.IntN(len(b)+1)]
	default:
		for range 1 + r.random.IntN(4) {
			if len(b) > 0 {
				b[r.random.IntN(len(b))] ^= 1 << r.random.IntN(8)
			}
		}
	}
	r.lock.Unlock()
	if end != nil {
		_, _ = r.conn.WriteToUDP(b, end)
	}
}

// strangers plays a game through a relay that lies to both ends until it is over. It returns the hash of each side, and
// the lies that each heard of.
func strangers(t *testing.T, play func(player int, l *Link) (uint64, error)) (hashes [2]uint64, lies int) {
	t.Helper()
	a, err := Listen("127.0.0.1:0", token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := newRelay(t, a.Address())
	b, err := Join(r.conn.LocalAddr().String(), token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var errs [2]error
	var sides sync.WaitGroup
	for i, l := range []*Link{a, b} {
		sides.Go(func() { hashes[i], errs[i] = play(i, l) })
	}
	over := make(chan struct{})
	go func() { sides.Wait(); close(over) }()
	for {
		select {
		case <-over:
			if errs[0] != nil || errs[1] != nil {
				t.Fatalf("after %d lies: %v", lies, errs)
			}
			return hashes, lies
		default:
			r.lie(0)
			r.lie(1)
			if lies++; lies%25 == 0 {
				time.Sleep(time.Millisecond) // as fast as both ends may read
			}
		}
	}
}

// Whatever strangers send to either end, a game goes on with equal hashes, and memory stays: in lockstep, and with
// prediction.
func TestStrangersChangeNothing(t *testing.T) {
	config := func(name string, steps uint64, player int) Config {
		scene, _ := scenes.Find(name)
		return Config{Scene: scene, Steps: steps, Seed: 7, Player: player, Clock: timestep.RealClock()}
	}
	for name, play := range map[string]func(player int, l *Link) (uint64, error){
		"lockstep": func(player int, l *Link) (uint64, error) {
			c := config("stack10", 400, player)
			c.Slow = time.Millisecond
			r, err := Run(t.Context(), c, l)
			return r.Hash, err
		},
		"prediction": func(player int, l *Link) (uint64, error) {
			s, err := RunDuel(t.Context(), config("football", 240, player), nettime.MostDepth, 60, l, func(Standing) {})
			return s.Hash, err
		},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		games, told := 0, 0
		for told < trials() {
			hashes, lies := strangers(t, play)
			if hashes[0] != hashes[1] {
				t.Errorf("%s: hashes %x after %d lies to each side", name, hashes, lies)
			}
			games++
			told += lies
		}
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
			t.Errorf("%s: %d bytes more than before", name, grown)
		}
		t.Logf("%s: %d games, %d lies to each side", name, games, told)
	}
}

// pair is two sessions that know each other.
func pair(t testing.TB) (a, b *session) {
	t.Helper()
	a, err := newSession(0, 5, token)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = newSession(1, 5, token); err != nil {
		t.Fatal(err)
	}
	for said, to, other := b.greeting(nonce{}), a, b; said != nil; to, other = other, to {
		if _, said, err = to.open(said); err != nil {
			t.Fatal(err)
		}
	}
	if !a.joined() || !b.joined() {
		t.Fatal("they do not know each other")
	}
	return a, b
}

// A packet is believed once, by the other side, in its session.
func TestPacketsAreBelievedOnce(t *testing.T) {
	a, b := pair(t)
	p := b.seal([]byte("body"))
	if body, _, _ := a.open(p); string(body) != "body" {
		t.Fatalf("the packet reads %q", body)
	}
	for name, to := range map[string]*session{"again": a, "reflected": b} {
		if body, answer, err := to.open(p); body != nil || answer != nil || err != nil {
			t.Errorf("%s: %q, %q, %v", name, body, answer, err)
		}
	}
	c, d := pair(t)
	for name, to := range map[string]*session{"another session": c, "its other side": d} {
		if body, _, _ := to.open(p); body != nil {
			t.Errorf("%s believes the packet", name)
		}
	}
	stranger, err := newSession(1, 6, []byte("another token of a stranger"))
	if err != nil {
		t.Fatal(err)
	}
	if _, answer, err := a.open(stranger.greeting(a.own)); answer != nil || err != nil {
		t.Errorf("a stranger is answered: %v", err)
	}
}

// A greeting of long ago is answered and begins nothing, and neither does it end anything.
func TestOldGreetingBeginsNothing(t *testing.T) {
	old, err := newSession(1, 6, token)
	if err != nil {
		t.Fatal(err)
	}
	a, err := newSession(0, 5, token)
	if err != nil {
		t.Fatal(err)
	}
	for _, heard := range []nonce{{}, {1}} {
		if _, _, err := a.open(old.greeting(heard)); err != nil || a.joined() {
			t.Errorf("joined %v, %v", a.joined(), err)
		}
	}
	if _, _, err := a.open(old.greeting(a.own)); !errors.Is(err, errOtherGame) {
		t.Errorf("another game: %v", err)
	}
}

func TestReplayWindow(t *testing.T) {
	var w replayWindow
	seen := map[uint64]bool{}
	random := rand.New(rand.NewPCG(3, 4))
	newest := uint64(0)
	for range 100_000 {
		n := max(newest, 2000) - 2000 + random.Uint64N(2010)
		if random.IntN(1000) == 0 {
			n = newest + random.Uint64N(3000)
		}
		want := n > 0 && !seen[n] && n+windowSize > newest
		if w.accept(n) != want {
			t.Fatalf("%d after %d: want %v", n, newest, want)
		}
		if want {
			seen[n], newest = true, max(newest, n)
		}
	}
}

// The largest packet is one that no network splits.
func TestPacketFits(t *testing.T) {
	_, b := pair(t)
	p := packet{Inputs: make([]input, mostInputs), Hashes: make([]uint64, mostHashes),
		Bodies: make([]uint64, mostBodies)}
	if n := len(b.seal(p.encode())); n > mostDatagram {
		t.Errorf("%d bytes", n)
	}
}

// A side at an address of the network is reached as one at loopback.
func TestAnotherMachineIsReached(t *testing.T) {
	at := otherAddress()
	if at == "" {
		t.Skip("this machine has no address but loopback")
	}
	a, err := Listen(net.JoinHostPort(at, "0"), token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := Join(a.Address(), token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if r, errs := play(t, a, b, 50); errs[0] != nil || errs[1] != nil || r[0].Hash != r[1].Hash {
		t.Errorf("%+v %v", r, errs)
	}
}

// otherAddress is an address of this machine that is not loopback, empty without one.
func otherAddress() string {
	list, _ := net.InterfaceAddrs()
	for _, at := range list {
		if ip, ok := at.(*net.IPNet); ok && ip.IP.IsGlobalUnicast() {
			return ip.IP.String()
		}
	}
	return ""
}

// play runs two sides.
func play(t *testing.T, a, b *Link, steps uint64) (reports [2]Report, errs [2]error) {
	t.Helper()
	scene, _ := scenes.Find("stack10")
	var sides sync.WaitGroup
	for i, l := range []*Link{a, b} {
		c := Config{Scene: scene, Steps: steps, Seed: 7, Player: i, Clock: timestep.RealClock()}
		sides.Go(func() { reports[i], errs[i] = Run(t.Context(), c, l) })
	}
	sides.Wait()
	return reports, errs
}

// A packet that cannot be sent is told at once, not as a side that is silent.
func TestSendErrorIsTold(t *testing.T) {
	l, err := Join("127.0.0.1:0", token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	scene, _ := scenes.Find("stack10")
	begin := time.Now()
	_, err = Run(t.Context(), Config{Scene: scene, Steps: 5, Player: 1, Clock: timestep.RealClock()}, l)
	if err == nil || !strings.Contains(err.Error(), "write udp") || time.Since(begin) > 5*time.Second {
		t.Errorf("after %v: %v", time.Since(begin), err)
	}
}

// A side whose step takes longer than a silent side is waited for answers meanwhile.
func TestSlowStepIsWaitedFor(t *testing.T) {
	if os.Getenv("TUMBLE_SOAK") == "" {
		t.Skip("takes 12 s")
	}
	slow, _ := scenes.Find("stack10")
	scene := *slow
	scene.Step = func(_ *scenes.Run, step int) error {
		if step == 5 {
			time.Sleep(12 * time.Second)
		}
		return nil
	}
	a, err := Listen("127.0.0.1:0", token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := Join(a.Address(), token, Faults{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var errs [2]error
	var sides sync.WaitGroup
	for i, l := range []*Link{a, b} {
		sides.Go(func() {
			_, errs[i] = Run(t.Context(), Config{Scene: &scene, Steps: 20, Player: i, Clock: timestep.RealClock()}, l)
		})
	}
	sides.Wait()
	if errs[0] != nil || errs[1] != nil {
		t.Error(errs)
	}
}

// Whatever arrives instead of a datagram of the other side is neither believed nor answered, but for greetings of who
// holds the token.
func FuzzDatagram(f *testing.F) {
	a, b := pair(f)
	f.Add(b.seal([]byte("body")))
	f.Add(b.greeting(a.own))
	f.Add(b.greeting(nonce{1}))
	f.Fuzz(func(t *testing.T, datagram []byte) {
		x, _ := pair(t)
		if body, answer, err := x.open(datagram); body != nil || answer != nil || err != nil {
			t.Errorf("%q, %q, %v", body, answer, err)
		}
	})
}
