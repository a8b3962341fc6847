package physics

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"strings"
	"testing"

	"tumble/physics/internal/journal"
	"tumble/physics/internal/snapshot"
)

// bytesOf reads a recording as notes/recording-format.md describes it, with nothing of the package.
type bytesOf struct {
	t    *testing.T
	data []byte
}

func (b *bytesOf) take(n int) []byte {
	b.t.Helper()
	if n > len(b.data) {
		b.t.Fatalf("%d bytes are left, %d needed", len(b.data), n)
	}
	got := b.data[:n]
	b.data = b.data[n:]
	return got
}

func (b *bytesOf) u8() uint8    { return b.take(1)[0] }
func (b *bytesOf) u16() uint16  { return binary.LittleEndian.Uint16(b.take(2)) }
func (b *bytesOf) u32() uint32  { return binary.LittleEndian.Uint32(b.take(4)) }
func (b *bytesOf) u64() uint64  { return binary.LittleEndian.Uint64(b.take(8)) }
func (b *bytesOf) text() string { return string(b.take(int(b.u32()))) }

func (b *bytesOf) sum(want uint32, spans ...[]byte) {
	b.t.Helper()
	got := uint32(0)
	for _, s := range spans {
		got = crc32.Update(got, castagnoli, s)
	}
	if got != want {
		b.t.Errorf("checksum %08x, computed %08x", want, got)
	}
}

// A recording has the bytes that notes/recording-format.md says.
func TestRecordingHasTheDocumentedBytes(t *testing.T) {
	text, err := os.ReadFile("../notes/recording-format.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, says := range []string{
		fmt.Sprintf("\nVersion %d.", RecordingVersion), fmt.Sprintf("| 2 | version, %d |", RecordingVersion),
		fmt.Sprintf("| 8 | 4 | version, %d |", snapshot.Version),
	} {
		if !strings.Contains(string(text), says) {
			t.Errorf("notes/recording-format.md does not say %q", says)
		}
	}
	data := smallTape(t)
	rec := open(t, data)
	b := &bytesOf{t, data}
	head := b.data[:12]
	if string(b.take(8)) != "\x89TMBL\r\n\x1a" || b.u16() != RecordingVersion || b.u16() != 0 {
		t.Errorf("header % x", head)
	}
	b.sum(b.u32(), head)
	names := map[uint16]string{}
	steps, keys := 0, 0
	for len(b.data) > 0 {
		head := b.data[:8]
		length, kind, flags, code, sum := b.u32(), b.u8(), b.u8(), b.u16(), b.u32()
		payload := b.take(int(length))
		b.sum(sum, head, payload)
		p := &bytesOf{t, payload}
		switch kind {
		case 1:
			if program := p.text(); program != "a test" {
				t.Errorf("recorded by %q", program)
			}
			for range p.u32() {
				op := uint16(p.u32())
				p.u32()
				names[op] = p.text()
			}
		case 2:
			if bodies := p.u32(); int(bodies) != DefaultWorldDef().MaxBodies {
				t.Errorf("a world of %d bodies", bodies)
			}
			p.take(8)
			documentedSnapshot(p, flags)
		case 4:
			if names[code] != journal.Op(code).String() || names[code] == "" {
				t.Errorf("call %d is %q", code, names[code])
			}
			p.data = nil
		case 5:
			p.u32()
			if text := p.text(); text != "" {
				t.Errorf("a step fails: %s", text)
			}
			steps++
			if digest, _ := rec.StepDigest(steps); p.u64() != digest {
				t.Errorf("the digest of step %d", steps)
			}
			p.u8()
			p.take(int(p.u32()))
			p.take(8 * int(p.u8()))
			p.take(4 * int(p.u32()))
		case 6:
			if step := int(p.u64()); step != rec.Keyframes()[keys] {
				t.Errorf("a keyframe of step %d, not %d", step, rec.Keyframes()[keys])
			}
			p.u64()
			documentedSnapshot(p, flags)
			keys++
		case 7:
			p.take(int(code)) // so long they are
		case 8:
			if n := int(p.u64()); n != steps {
				t.Errorf("%d steps, not %d", n, steps)
			}
			p.u64()
			p.text()
		default:
			p.data = nil
		}
		if len(p.data) > 0 {
			t.Errorf("a record of kind %d has %d bytes more", kind, len(p.data))
		}
	}
	if steps != rec.Steps() || keys != len(rec.Keyframes()) || keys == 0 {
		t.Errorf("%d steps, %d keyframes", steps, keys)
	}
}

// documentedSnapshot reads a snapshot to its end.
func documentedSnapshot(p *bytesOf, flags uint8) {
	if flags == 1 {
		data, err := journal.Unpack(p.data, flags)
		if err != nil || len(data) != int(p.u32()) {
			p.t.Errorf("%d bytes of a compressed snapshot: %v", len(data), err)
		}
		p.data = data
	}
	whole := p.data
	if string(p.take(8)) != "TMBLSNAP" || p.u32() != snapshot.Version {
		p.t.Errorf("a snapshot begins with % x", whole[:12])
	}
	sum := p.u32()
	p.u64()
	if n := p.u64(); int(n) != len(whole)-32 {
		p.t.Errorf("%d bytes follow, not %d", len(whole)-32, n)
	}
	first, second := p.u32(), p.u32()
	p.sum(sum, whole[16:40+first])
	p.sum(second, whole[40+first:])
	p.data = nil
}
