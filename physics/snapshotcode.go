package physics

import (
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

// The bytes of a snapshot: a header of 32 bytes and the fields of the simulation in the order of
// simulation.code, all numbers little-endian.
//
//	8 bytes  magic "TMBLSNAP"
//	u32      version of the format, 3
//	u32      CRC-32C of everything after this number
//	u64      hash of the names and types of all fields, which tells engines apart that
//	         keep other state
//	u64      number of bytes that follow
const (
	// SnapshotVersion is the version of the bytes of a snapshot.
	SnapshotVersion = 3

	snapshotMagic  = "TMBLSNAP"
	snapshotHeader = 32
	// maxNameLength is the longest name of a body (bytes) in a snapshot.
	maxNameLength = 1 << 16
)

var snapshotSums = crc32.MakeTable(crc32.Castagnoli)

var (
	settingsLayout = flat.Of[Settings]()
	bodyLayout     = flat.Of[body]()
	simLayout      = flat.Of[solve.Sim]("Whirls") // which a step works out anew
	stateLayout    = flat.Of[solve.State]()
	shapeLayout    = flat.Of[shapeRecord]()
	boundsLayout   = flat.Of[shapeBounds]()
	surfaceLayout  = flat.Of[Material]()
	contactLayout  = flat.Of[contact]()
	reuseLayout    = flat.Of[reuse]()
	manifoldLayout = flat.Of[solve.Manifold]("Points")
	pointLayout    = flat.Of[solve.ManifoldPoint]()
	jointLayout    = flat.Of[joint]()
	knotLayout     = flat.Of[solve.PathKnot]()
	islandLayout   = flat.Of[island]()
	overlapLayout  = flat.Of[overlap]()
	indexLayout    = flat.Of[int32]()
	typesLayout    = flat.Of[[bodyTypeCount]int32]()
	massesLayout   = flat.Of[[2]float32]()
	// a step prepares the rest of a joint anew
	rowLayout = flat.Of[solve.Joint](preparedFields...)
)

// preparedFields of solve.Joint hold nothing between steps.
var preparedFields = []string{
	"stateA", "stateB", "invMassA", "invMassB", "inertiaA", "inertiaB", "armA", "armB", "centers", "frameA", "frameB",
	"options", "direct", "ball", "row", "heldSum",
	"Linear.spring", "Linear.sum", "Linear.mass", "Linear.lift",
	"Angular.spring", "Angular.sum", "Angular.mass", "Angular.lift",
	"Axes.spring", "Axes.limit", "Axes.mass", "Axes.sum", "Axes.lift",
}

// snapshotLayout tells apart engines with other fields.
var snapshotLayout = func() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, settingsLayout, bodyLayout, simLayout, stateLayout, shapeLayout, boundsLayout, surfaceLayout, contactLayout,
		reuseLayout, manifoldLayout, pointLayout, jointLayout, islandLayout, overlapLayout, rowLayout, knotLayout, shape.EncodingText())
	return h.Sum64()
}()

// code shows every field of the simulation to c, which writes or fills it. The set of pairs is
// not among them: it follows from the contacts.
func (s *simulation) code(c *flat.Coder, sc *codeScratch) {
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

	flat.Loose(c, "contacts", contactLayout, &s.contacts)
	s.codeReuse(c, sc)
	s.codeManifolds(c, sc)
	for i := range s.freeSpans {
		flat.List(c, "free manifold spans", indexLayout, &s.freeSpans[i])
	}
	flat.List(c, "free contacts", indexLayout, &s.freeContacts)
	c.Int32("contact count", &s.contactCount)
	flat.List(c, "awake contacts", indexLayout, &s.awakeContacts)
	s.graph.Code(c)
	c.Int32("touching contacts", &s.touching)

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
	b = append(b, make([]byte, snapshotHeader-len(snapshotMagic))...)
	c := flat.Writer(b)
	s.state.code(c, new(codeScratch))
	if err := c.Err(); err != nil {
		return b[:start], fmt.Errorf("physics: snapshot: %w", err)
	}
	b = c.Data
	head, size := b[start:], uint64(len(b)-start-snapshotHeader)
	binary.LittleEndian.PutUint32(head[8:], SnapshotVersion)
	binary.LittleEndian.PutUint64(head[16:], snapshotLayout)
	binary.LittleEndian.PutUint64(head[24:], size)
	binary.LittleEndian.PutUint32(head[12:], crc32.Checksum(head[16:], snapshotSums))
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
	body, err := snapshotBody(data)
	if err != nil {
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	parallel := len(data) >= parallelLoad
	c := flat.Reader(body)
	err = both(parallel, []check{func() error { s.state.code(c, &s.scratch); return nil }}, []check{func() error { return checkSum(data) }})
	if err != nil {
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	if c.Err() == nil && len(c.Data) > 0 {
		c.Fail("end", fmt.Errorf("%d bytes follow", len(c.Data)))
	}
	if err := c.Err(); err != nil {
		return fmt.Errorf("physics: snapshot: at byte %d: %w", snapshotHeader+c.Offset(), err)
	}
	if err := s.state.checkDecoded(c.Infinite, parallel); err != nil {
		return fmt.Errorf("physics: snapshot: %w", err)
	}
	s.valid = true
	return nil
}

// parallelLoad is the size (bytes) from which on a snapshot is summed while it is read, and looked at by two
// goroutines.
const parallelLoad = 1 << 18

// checkSum compares the sum in the header.
func checkSum(data []byte) error {
	if sum, want := crc32.Checksum(data[16:], snapshotSums), binary.LittleEndian.Uint32(data[12:]); sum != want {
		return fmt.Errorf("at byte 12: checksum %08x: computed %08x", want, sum)
	}
	return nil
}

// snapshotBody checks the header, but for the sum, and returns what follows it.
func snapshotBody(data []byte) ([]byte, error) {
	if len(data) < snapshotHeader || string(data[:8]) != snapshotMagic {
		return nil, fmt.Errorf("at byte 0: no snapshot: % x", data[:min(8, len(data))])
	}
	if v := binary.LittleEndian.Uint32(data[8:]); v != SnapshotVersion {
		return nil, fmt.Errorf("at byte 8: version %d: this program reads version %d", v, SnapshotVersion)
	}
	if n := binary.LittleEndian.Uint64(data[24:]); n != uint64(len(data)-snapshotHeader) {
		return nil, fmt.Errorf("at byte 24: length %d: %d bytes follow", n, len(data)-snapshotHeader)
	}
	if len(data) > math.MaxInt32 {
		return nil, errors.New("larger than 2 GB")
	}
	if l := binary.LittleEndian.Uint64(data[16:]); l != snapshotLayout {
		if err := checkSum(data); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("at byte 16: written by another version of the engine: layout %016x, this one has %016x",
			l, snapshotLayout)
	}
	return data[snapshotHeader:], nil
}
