package lockstep

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net"
	"sync"
	"time"
)

// Faults are those of a bad network, on the packets that a side sends.
type Faults struct {
	// Latency is the delay of all packets, Jitter the longest time that one takes beyond it; each gets its own, so that
	// they overtake each other.
	Latency, Jitter time.Duration
	// Loss is the part of the packets that do not arrive.
	Loss float64
	Seed uint64
}

// mostDatagram (bytes) bounds a datagram: below the least MTU of IPv6 less its headers, so that no network splits one.
const mostDatagram = 1200

// Link is one side's end of a connection over UDP.
type Link struct {
	conn   *net.UDPConn
	token  []byte
	faults Faults
	chance *rand.Rand
	in     chan []byte // authentic packets
	// Sent and Lost count packets of this side; Lost are those that its faults took.
	Sent, Lost int

	lock    sync.Mutex
	session *session
	remote  *net.UDPAddr
	// unsent counts packets that the system did not take; failed is its newest error, refused that of the other side.
	unsent          int
	failed, refused error
}

// Listen opens a link that waits for the other side at an address such as 127.0.0.1:0. Both sides must hold the token,
// of 16 bytes or more.
func Listen(address string, token []byte, f Faults) (*Link, error) {
	return open(address, "", token, f)
}

// Join opens a link to a side that listens.
func Join(address string, token []byte, f Faults) (*Link, error) { return open("", address, token, f) }

func open(local, remote string, token []byte, f Faults) (*Link, error) {
	if f.Latency < 0 || f.Jitter < 0 || !(f.Loss >= 0 && f.Loss < 1) {
		return nil, fmt.Errorf(
			"lockstep: latency of %v, jitter of %v and loss of %v: must not be negative, loss below 1",
			f.Latency, f.Jitter, f.Loss)
	}
	if len(token) < leastToken {
		return nil, fmt.Errorf("lockstep: a token of %d characters: must have at least %d", len(token), leastToken)
	}
	l := &Link{token: token, faults: f, chance: rand.New(rand.NewPCG(f.Seed, 0x10c)), in: make(chan []byte, 256)}
	var at *net.UDPAddr
	var err error
	if remote != "" {
		l.remote, err = net.ResolveUDPAddr("udp", remote)
	} else {
		at, err = net.ResolveUDPAddr("udp", local)
	}
	if err == nil {
		// without an address the system takes that of the way to the other side
		l.conn, err = net.ListenUDP("udp", at)
	}
	if err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	return l, nil
}

// begin opens the session of a game, which both sides must play alike.
func (l *Link) begin(c *Config, kind string) error {
	h := fnv.New64a()
	fmt.Fprint(h, kind, c.Scene.Name, c.Steps, c.Seed)
	var err error
	l.session, err = newSession(c.Player, h.Sum64(), l.token)
	return err
}

// Address is where the link can be joined.
func (l *Link) Address() string { return l.conn.LocalAddr().String() }

// Close ends the link.
func (l *Link) Close() error { return l.conn.Close() }

// Unsent is the number of packets that the system did not send, and the newest of its errors.
func (l *Link) Unsent() (int, error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.unsent, l.failed
}

// late is the number of packets that arrived after a newer packet.
func (l *Link) late() int {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.session.late
}

// receive passes authentic packets on until the link is closed. Memory does not depend on the packets that arrive,
// and an error of one datagram, as too large a one is on some systems, ends nothing.
func (l *Link) receive() {
	defer close(l.in)
	buf := make([]byte, 64<<10)
	for {
		n, from, err := l.conn.ReadFromUDP(buf)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil {
			time.Sleep(sendEvery)
			continue
		}
		body, answer := l.open(buf[:n], from)
		if answer != nil {
			l.give(answer, from)
		}
		if body == nil {
			continue
		}
		select {
		case l.in <- append([]byte(nil), body...):
		default: // a full queue is one more loss
		}
	}
}

// open reads a datagram; the first who greets freshly is the other side.
func (l *Link) open(b []byte, from *net.UDPAddr) (body, answer []byte) {
	l.lock.Lock()
	defer l.lock.Unlock()
	body, answer, err := l.session.open(b)
	if err != nil {
		l.refused = err
	}
	if l.remote == nil && l.session.joined() {
		l.remote = from
	}
	return body, answer
}

// state reports whether the other side is known, and the error that ends the link, nil for none.
func (l *Link) state() (joined bool, err error) {
	l.lock.Lock()
	defer l.lock.Unlock()
	return l.session.joined(), l.refused
}

// greet calls the other side until it has sent something.
func (l *Link) greet() {
	l.lock.Lock()
	var b []byte
	if l.remote != nil && !l.session.answered {
		b = l.session.greeting(l.session.heard)
	}
	remote := l.remote
	l.lock.Unlock()
	if b != nil {
		l.give(b, remote)
	}
}

// send seals a packet and gives it to the network, with the loss and delay of the link's faults.
func (l *Link) send(p []byte) {
	l.lock.Lock()
	b, remote := l.session.seal(p), l.remote
	l.lock.Unlock()
	if b == nil {
		return
	}
	l.Sent++
	if l.chance.Float64() < l.faults.Loss {
		l.Lost++
		return
	}
	wait := l.faults.Latency + time.Duration(l.chance.Int64N(int64(l.faults.Jitter)+1))
	if wait == 0 {
		l.give(b, remote)
		return
	}
	time.AfterFunc(wait, func() { l.give(b, remote) })
}

// give hands a datagram to the system. One that it does not take is lost as any other, and counted.
func (l *Link) give(b []byte, to *net.UDPAddr) {
	_, err := l.conn.WriteToUDP(b, to)
	// a packet that was delayed beyond the end of the link is lost like others
	if err != nil && !errors.Is(err, net.ErrClosed) {
		l.lock.Lock()
		l.unsent++
		l.failed = err
		l.lock.Unlock()
	}
}
