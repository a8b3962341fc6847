package physics

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/tree"
)

// The bytes of a snapshot: a header and the fields of the simulation in two parts, in the order of
// codeThings and codeContacts, so that two goroutines can read them. All numbers are little-endian.
//
//	8 bytes  magic "TMBLSNAP"
//	u32      version of the format, 5
//	u32      CRC-32C of everything from here to the end of the first part
//	u64      hash of the names and types of all fields, which tells engines apart that
//	         keep other state
//	u64      number of bytes that follow
//	u32      number of bytes of the first part
//	u32      CRC-32C of the second part
const (
	// SnapshotVersion is the version of the bytes of a snapshot.
	SnapshotVersion = 5

	snapshotMagic = "TMBLSNAP"
	// snapshotHeader is the size (bytes) of the header up to the numbers about the parts, snapshotStart with
	// them.
	snapshotHeader = 32
	snapshotStart  = 40
	// maxNameLength is the longest name of a body (bytes) in a snapshot.
	maxNameLength = 1 << 16
)

var snapshotSums = crc32.MakeTable(crc32.Castagnoli)

var (
	settingsLayout = flat.Of[Settings]()
	bodyLayout     = flat.Of[body]()
	simLayout      = flat.Zeroing[solve.Sim]("SpinsFast") // which a step works out anew
	stateLayout    = flat.Of[solve.State]()
	shapeLayout    = flat.Of[shapeRecord]()
	boundsLayout   = flat.Of[shapeBounds]()
	surfaceLayout  = flat.Of[Material]()
	jointLayout    = flat.Of[joint]()
	knotLayout     = flat.Of[solve.PathKnot]()
	islandLayout   = flat.Of[island]()
	overlapLayout  = flat.Of[overlap]()
	indexLayout    = flat.Of[int32]()
	typesLayout    = flat.Of[[bodyTypeCount]int32]()
	massesLayout   = flat.Of[[2]float32]()
	// a step prepares the rest of a joint anew
	rowLayout = flat.Of[solve.Joint](solve.PreparedFields...)
)

// snapshotLayout tells apart engines with other fields.
var snapshotLayout = func() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, settingsLayout, bodyLayout, simLayout, stateLayout, shapeLayout, boundsLayout, surfaceLayout, contactLayout,
		reuseLayout, anchorLayout, manifoldLayout, pointLayout, jointLayout, islandLayout, overlapLayout, rowLayout, knotLayout, shape.EncodingText())
	return h.Sum64()
}()

// Both codeThings and codeContacts show fields of the simulation to c, which writes or fills them: all of
// them but the set of pairs, which follows from the contacts. Neither looks at what the other one fills.
func (s *simulation) codeThings(c *flat.Coder) {
	flat.Value(c, "settings", settingsLayout, &s.settings)

	flat.Loose(c, "bodies", bodyLayout, &s.bodies)
	flat.Loose(c, "body simulations", simLayout, &s.sims)
	c.Strings("body names", &s.names, maxNameLength)
	flat.List(c, "free bodies", indexLayout, &s.freeBodies)
	c.Int32("body count", &s.bodyCount)
	flat.Value(c, "bodies by type", typesLayout, &s.typeCounts)
	flat.List(c, "awake bodies", indexLayout, &s.awake)
	flat.List(c, "body states", stateLayout, &s.states)

	flat.Loose(c, "shapes", shapeLayout, &s.shapes)
	flat.Loose(c, "shape bounds", boundsLayout, &s.bounds)
	shape.Code(c, "geometries", &s.geometries)
	flat.List(c, "free shapes", indexLayout, &s.freeShapes)
	flat.List(c, "surfaces", surfaceLayout, &s.surfaces)
	c.Int32("shape count", &s.shapeCount)

	flat.Loose(c, "joints", jointLayout, &s.joints)
	flat.Loose(c, "joint rows", rowLayout, &s.rows)
	flat.List(c, "free joints", indexLayout, &s.freeJoints)
	flat.List(c, "knots of paths", knotLayout, &s.knots)
	c.Int32("joint count", &s.jointCount)

	flat.List(c, "islands", islandLayout, &s.islands)
	flat.List(c, "free islands", indexLayout, &s.freeIslands)
	flat.List(c, "awake islands", indexLayout, &s.awakeIslands)

	for i := range s.trees {
		codeTree(c, &s.trees[i])
	}
	flat.List(c, "moved shapes", indexLayout, &s.moved)
	flat.List(c, "waiting shapes", indexLayout, &s.waiting)
	flat.List(c, "sensors", indexLayout, &s.sensors)
	flat.List(c, "overlaps", overlapLayout, &s.overlaps)
	codeFlag(c, "sensors stale", &s.sensorsStale)

	masses := [2]float32{s.lightest, s.heaviest}
	flat.Value(c, "extreme masses", massesLayout, &masses)
	s.lightest, s.heaviest = masses[0], masses[1]
	c.Uint64("steps", &s.steps)
	c.Uint64("quarantined", &s.quarantined)
	c.Uint64("dropped", &s.dropped)
	c.Uint64("births", &s.births)
}

func codeTree(c *flat.Coder, t *tree.Tree) {
	switch {
	case c.Err() != nil:
	case !c.Reading:
		c.Data = t.Append(c.Data)
	default:
		rest, err := t.Decode(c.Data)
		if err != nil {
			c.Fail("tree", err)
			return
		}
		c.Data = rest
	}
}

func codeFlag(c *flat.Coder, name string, x *bool) {
	u := uint32(0)
	if *x {
		u = 1
	}
	c.Uint32(name, &u)
	if u > 1 {
		c.Fail(name, fmt.Errorf("%d is not 0 or 1", u))
	}
	*x = u == 1
}

// AppendBinary appends the snapshot to b in the portable format: the same bytes on every
// platform, to be read on any of them. It implements encoding.BinaryAppender.
func (s *Snapshot) AppendBinary(b []byte) ([]byte, error) {
	if !s.valid {
		return b, errEmptySnapshot
	}
	start := len(b)
	b = append(b, snapshotMagic...)
	b = append(b, make([]byte, snapshotStart-len(snapshotMagic))...)
	c := flat.Writer(b)
	s.state.codeThings(c)
	split := len(c.Data)
	s.state.codeContacts(c, new(contactLists))
	if err := c.Err(); err != nil {
		return b[:start], fmt.Errorf("physics: snapshot: %w", err)
	}
	b = c.Data
	le, head := binary.LittleEndian, b[start:]
	if len(head) > math.MaxInt32 {
		return b[:start], fmt.Errorf("physics: snapshot: %w", errLargeSnapshot)
	}
	le.PutUint32(head[8:], SnapshotVersion)
	le.PutUint64(head[16:], snapshotLayout)
	le.PutUint64(head[24:], uint64(len(head)-snapshotHeader))
	le.PutUint32(head[32:], uint32(split-start-snapshotStart))
	le.PutUint32(head[36:], crc32.Checksum(b[split:], snapshotSums))
	le.PutUint32(head[12:], crc32.Checksum(b[start+16:split], snapshotSums))
	return b, nil
}

// MarshalBinary returns the snapshot in the portable format. It implements
// encoding.BinaryMarshaler.
func (s *Snapshot) MarshalBinary() ([]byte, error) { return s.AppendBinary(nil) }

// UnmarshalBinary reads a snapshot that AppendBinary wrote, on whatever machine. Data of another
// format, damaged data and data that describe no valid world are refused with an error that
// names the place and what is there; the snapshot is empty then. It implements
// encoding.BinaryUnmarshaler.
func (s *Snapshot) UnmarshalBinary(data []byte) error {
	s.valid = false
	split, err := snapshotParts(data)
	if err != nil {
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	parallel := len(data) >= parallelLoad
	things := partReader{from: snapshotStart, sumAt: 12}
	things.c = flat.SummingReader(data[snapshotStart:split:split], crc32.Checksum(data[16:snapshotStart], snapshotSums))
	contacts := partReader{from: split, sumAt: 36, c: flat.SummingReader(data[split:], 0)}
	err = both(parallel,
		[]check{func() error { s.state.codeThings(things.c); return things.checkSum(data) }},
		[]check{func() error { s.state.codeContacts(contacts.c, &s.lists); return contacts.checkSum(data) }})
	if err = cmp.Or(err, things.end(), contacts.end()); err == nil {
		err = s.checkDecoded(things.c.Infinite || contacts.c.Infinite, parallel)
	}
	s.lists.release()
	if err != nil {
		s.check.forget()
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	s.valid = true
	return nil
}

// parallelLoad is the size (bytes) from which on a snapshot is read and looked at by two goroutines.
const parallelLoad = 1 << 18

var errLargeSnapshot = errors.New("larger than 2 GB")

// partReader reads one of the two parts of a snapshot, which begins at byte from and whose sum is at sumAt.
type partReader struct {
	c           *flat.Coder
	from, sumAt int
}

// checkSum compares the sum in the header. It comes before what was wrong with the part, which that explains.
func (p *partReader) checkSum(data []byte) error {
	return compareSum(data, p.sumAt, p.c.Sum())
}

// compareSum refuses data in which another checksum is written at a byte.
func compareSum(data []byte, at int, sum uint32) error {
	if want := binary.LittleEndian.Uint32(data[at:]); sum != want {
		return fmt.Errorf("at byte %d: checksum %08x: computed %08x", at, want, sum)
	}
	return nil
}

// end returns what was wrong with the part, or with what follows it.
func (p *partReader) end() error {
	if p.c.Err() == nil && len(p.c.Data) > 0 {
		p.c.Fail("end", fmt.Errorf("%d bytes follow", len(p.c.Data)))
	}
	if err := p.c.Err(); err != nil {
		return fmt.Errorf("at byte %d: %w", p.from+p.c.Offset(), err)
	}
	return nil
}

// snapshotParts checks the header, but for the sums, and returns where the second part begins.
func snapshotParts(data []byte) (split int, err error) {
	if len(data) < snapshotHeader || string(data[:8]) != snapshotMagic {
		return 0, fmt.Errorf("at byte 0: no snapshot: % x", data[:min(8, len(data))])
	}
	le := binary.LittleEndian
	if v := le.Uint32(data[8:]); v != SnapshotVersion {
		return 0, fmt.Errorf("at byte 8: version %d: this program reads version %d", v, SnapshotVersion)
	}
	if n := le.Uint64(data[24:]); n != uint64(len(data)-snapshotHeader) {
		return 0, fmt.Errorf("at byte 24: length %d: %d bytes follow", n, len(data)-snapshotHeader)
	}
	if len(data) > math.MaxInt32 {
		return 0, errLargeSnapshot
	}
	if len(data) < snapshotStart {
		return 0, fmt.Errorf("at byte %d: the data ends early", len(data))
	}
	first := le.Uint32(data[32:])
	if uint64(first) > uint64(len(data)-snapshotStart) {
		return 0, fmt.Errorf("at byte 32: the first of two parts has %d bytes: %d follow", first, len(data)-snapshotStart)
	}
	split = snapshotStart + int(first)
	if l := le.Uint64(data[16:]); l != snapshotLayout {
		if err := compareSum(data, 12, crc32.Checksum(data[16:split], snapshotSums)); err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("at byte 16: written by another version of the engine: layout %016x, this one has %016x",
			l, snapshotLayout)
	}
	return split, nil
}
