package lockstep

import (
	"fmt"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"time"
)

// Faults are what a bad network does to the packets that a side sends.
type Faults struct {
	// Jitter is the longest delay of a packet; each gets its own, so that they overtake each other.
	Jitter time.Duration
	// Loss is the part of the packets that do not arrive.
	Loss float64
	Seed uint64
}

// Link is one side's end of a connection over UDP.
type Link struct {
	conn   *net.UDPConn
	remote *net.UDPAddr
	faults Faults
	chance *rand.Rand
	in     chan []byte
	broken atomic.Pointer[error]
	// Sent and Lost count packets of this side; Lost are those that its faults took.
	Sent, Lost int
}

// Listen opens a link that waits for the other side at an address such as 127.0.0.1:0.
func Listen(address string, f Faults) (*Link, error) { return open(address, "", f) }

// Join opens a link to a side that listens.
func Join(address string, f Faults) (*Link, error) { return open("127.0.0.1:0", address, f) }

func open(local, remote string, f Faults) (*Link, error) {
	if f.Jitter < 0 || !(f.Loss >= 0 && f.Loss < 1) {
		return nil, fmt.Errorf("lockstep: jitter of %v and loss of %v: must not be negative, loss below 1", f.Jitter, f.Loss)
	}
	l := &Link{faults: f, chance: rand.New(rand.NewPCG(f.Seed, 0x10c)), in: make(chan []byte, 1024)}
	at, err := net.ResolveUDPAddr("udp4", local)
	if err == nil && remote != "" {
		l.remote, err = net.ResolveUDPAddr("udp4", remote)
	}
	if err == nil {
		l.conn, err = net.ListenUDP("udp4", at)
	}
	if err != nil {
		return nil, fmt.Errorf("lockstep: %w", err)
	}
	return l, nil
}

// Address is where the link can be joined.
func (l *Link) Address() string { return l.conn.LocalAddr().String() }

// Close ends the link.
func (l *Link) Close() error { return l.conn.Close() }

// receive passes packets on until the link is closed; from is told where each came from.
func (l *Link) receive(from chan<- *net.UDPAddr) {
	buf := make([]byte, 2048)
	for {
		n, addr, err := l.conn.ReadFromUDP(buf)
		if err != nil {
			l.broken.Store(&err)
			close(l.in)
			return
		}
		select {
		case l.in <- append([]byte(nil), buf[:n]...):
		default: // a full queue is one more loss
		}
		select {
		case from <- addr:
		default:
		}
	}
}

// send gives a packet to the network, with the faults of it.
func (l *Link) send(p []byte) {
	if l.remote == nil {
		return
	}
	l.Sent++
	if l.chance.Float64() < l.faults.Loss {
		l.Lost++
		return
	}
	remote := l.remote
	// an error of one packet is a packet that is lost
	write := func() { _, _ = l.conn.WriteToUDP(p, remote) }
	if l.faults.Jitter == 0 {
		write()
		return
	}
	time.AfterFunc(time.Duration(l.chance.Int64N(int64(l.faults.Jitter)+1)), write)
}
