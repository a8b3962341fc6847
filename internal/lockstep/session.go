package lockstep

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// A session proves that both sides hold one token, and that what arrives is of this run. Each side draws a nonce. A
// greeting carries the sender's nonce and the one that it has heard, under a key of the token: a side that hears its
// own nonce back talks to somebody who holds the token now. The nonces and the token give the session's key (RFC 5869),
// under which all other packets are authenticated (HMAC-SHA256, 16 bytes; RFC 2104), each with a number that is
// accepted once (RFC 4303, 3.4.3).

const (
	nonceSize = 16
	tagSize   = 16
	// leastToken (bytes) is the shortest token: whoever sees packets can try tokens at leisure.
	leastToken = 16

	// kinds of packets
	kindGreeting = 1
	kindData     = 2

	// frameHead is magic, kind and player.
	frameHead    = 4 + 1 + 1
	greetingSize = frameHead + 8 + 2*nonceSize + tagSize
	dataHead     = frameHead + 8
)

type nonce [nonceSize]byte

// errOtherGame is the error of a side that belongs, but plays something else.
var errOtherGame = errors.New("lockstep: the other side plays another scene, number of steps or seed")

// session is one side's state of the conversation.
type session struct {
	player   byte
	game     uint64 // of scene, steps and seed: both sides must have the same
	token    []byte
	greetKey []byte
	own      nonce
	heard    nonce // of the other side, zero until it has greeted freshly
	key      []byte
	sent     uint64
	seen     replayWindow
	answered bool // the other side has sent data
	late     int  // packets that a newer one had overtaken
}

func newSession(player int, game uint64, token []byte) (*session, error) {
	if len(token) < leastToken {
		return nil, fmt.Errorf("lockstep: a token of %d characters: must have at least %d", len(token), leastToken)
	}
	s := &session{player: byte(player), game: game, token: token}
	_, _ = rand.Read(s.own[:])
	var err error
	s.greetKey, err = hkdf.Key(sha256.New, token, nil, "tumble lockstep greeting", sha256.Size)
	return s, err
}

// joined reports whether the other side is known.
func (s *session) joined() bool { return s.key != nil }

// greeting is the packet of a side until the other one has answered with data.
func (s *session) greeting(heard nonce) []byte {
	b := s.head(kindGreeting)
	b = binary.LittleEndian.AppendUint64(b, s.game)
	b = append(append(b, s.own[:]...), heard[:]...)
	return appendTag(s.greetKey, b)
}

func (s *session) head(kind byte) []byte {
	return append(binary.LittleEndian.AppendUint32(make([]byte, 0, mostDatagram), magic), kind, s.player)
}

// seal makes a datagram of a packet; nil while nobody has joined.
func (s *session) seal(body []byte) []byte {
	if !s.joined() {
		return nil
	}
	s.sent++
	b := binary.LittleEndian.AppendUint64(s.head(kindData), s.sent)
	return appendTag(s.key, append(b, body...))
}

// open reads a datagram. It returns the packet in it, or the answer to its sender. A datagram of a stranger gives
// neither, and changes nothing.
func (s *session) open(b []byte) (body, answer []byte, err error) {
	if len(b) < frameHead || binary.LittleEndian.Uint32(b) != magic || b[5] != 1-s.player {
		return nil, nil, nil
	}
	switch {
	case b[4] == kindGreeting && len(b) == greetingSize && hasTag(s.greetKey, b):
		answer, err = s.takeGreeting(b[frameHead:])
	case b[4] == kindData && len(b) >= dataHead+tagSize && s.joined() && hasTag(s.key, b):
		n, newest := binary.LittleEndian.Uint64(b[frameHead:]), s.seen.newest
		if s.seen.accept(n) {
			s.answered = true
			if n < newest {
				s.late++
			}
			body = b[dataHead : len(b)-tagSize]
		}
	}
	return body, answer, err
}

// takeGreeting begins the session with the first who gives back this side's nonce. Who has not heard it is told, and
// may have said so long ago.
func (s *session) takeGreeting(b []byte) (answer []byte, err error) {
	game := binary.LittleEndian.Uint64(b)
	theirs, ours := nonce(b[8:]), nonce(b[8+nonceSize:])
	switch {
	case s.joined() && theirs != s.heard, ours != nonce{} && ours != s.own:
		return nil, nil
	case ours == nonce{}:
		return s.greeting(theirs), nil
	case game != s.game:
		return s.greeting(theirs), errOtherGame
	case s.joined():
		return nil, nil
	}
	first, second := s.own, theirs
	if s.player == 1 {
		first, second = theirs, s.own
	}
	s.key, err = hkdf.Key(sha256.New, s.token, append(first[:], second[:]...), "tumble lockstep session", sha256.Size)
	s.heard = theirs
	return s.greeting(theirs), err
}

func appendTag(key, b []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write(b)
	return append(b, h.Sum(nil)[:tagSize]...)
}

func hasTag(key, b []byte) bool {
	h := hmac.New(sha256.New, key)
	h.Write(b[:len(b)-tagSize])
	return hmac.Equal(h.Sum(nil)[:tagSize], b[len(b)-tagSize:])
}

// replayWindow accepts each number once; one that is far behind the newest is taken for a replay.
type replayWindow struct {
	newest uint64
	bits   [windowSize / 64]uint64
}

// windowSize is how far packets overtake each other: 2 s of packets every 2 ms.
const windowSize = 1024

func (w *replayWindow) accept(n uint64) bool {
	if n == 0 || n+windowSize <= w.newest {
		return false
	}
	for w.newest < n {
		if n-w.newest >= windowSize {
			w.bits, w.newest = [windowSize / 64]uint64{}, n
			break
		}
		w.newest++
		w.bits[w.newest/64%uint64(len(w.bits))] &^= 1 << (w.newest % 64)
	}
	word, bit := &w.bits[n/64%uint64(len(w.bits))], uint64(1)<<(n%64)
	fresh := *word&bit == 0
	*word |= bit
	return fresh
}
