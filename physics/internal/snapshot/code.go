package snapshot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"
	"math"
	"tumble/physics/internal/flat"
	"tumble/physics/internal/island"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// The bytes of a snapshot: a header and the fields of the simulation in two parts, in the order of
// codeThings and codeContacts, so that two goroutines can read them. All numbers are little-endian.
//
//	8 bytes  magic "TMBLSNAP"
//	u32      version of the format, 6
//	u32      CRC-32C of everything from here to the end of the first part
//	u64      hash of the names and types of all fields, which tells engines apart that
//	         keep other state
//	u64      number of bytes that follow
//	u32      number of bytes of the first part
//	u32      CRC-32C of the second part
const (
	// Version is the version of the bytes of a snapshot.
	Version = 6

	magic = "TMBLSNAP"
	// headerSize is the size (bytes) of the header up to the numbers about the parts, startSize with
	// them.
	headerSize = 32
	startSize  = 40
)

var sums = crc32.MakeTable(crc32.Castagnoli)

var (
	settingsLayout = flat.Of[state.Settings]()
	bodyLayout     = flat.Of[state.Body]()
	simLayout      = flat.Zeroing[solve.Sim]("HasContactInertia") // which a step works out anew
	stateLayout    = flat.Of[solve.State]()
	shapeLayout    = flat.Of[state.Shape]()
	boundsLayout   = flat.Of[state.ShapeBounds]()
	surfaceLayout  = flat.Of[state.Material]()
	jointLayout    = flat.Of[state.Joint]()
	knotLayout     = flat.Of[solve.PathKnot]()
	islandLayout   = flat.Of[island.Island]()
	overlapLayout  = flat.Of[sensor.Overlap]()
	typesLayout    = flat.Of[[state.BodyTypeCount]int32]()
	extremesLayout = flat.Of[[2]float32]()
	// a step prepares the rest of a joint anew
	rowLayout = flat.Of[solve.Joint](solve.PreparedFields...)
)

// layout tells apart engines with other fields.
var layout = func() uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, settingsLayout, bodyLayout, simLayout, stateLayout, shapeLayout, boundsLayout, surfaceLayout,
		contactLayout,
		recyclingLayout, anchorLayout, manifoldLayout, pointLayout, jointLayout, islandLayout, overlapLayout, rowLayout,
		knotLayout, shape.EncodingText())
	return h.Sum64()
}()

// codeThings codes all fields but those of contacts, which follow in codeContacts. Writing and reading are the same
// list of fields. The set of pairs is left out: it follows from the contacts.
func (ps *Rooms) codeThings(c *flat.Coder) {
	flat.Value(c, "settings", settingsLayout, &ps.Settings)

	flat.Loose(c, "bodies", bodyLayout, &ps.Bodies)
	flat.Loose(c, "body simulations", simLayout, &ps.Sims)
	c.Strings("body names", &ps.Names, state.MaxName)
	flat.List(c, "free bodies", indexLayout, &ps.FreeBodies)
	c.Int32("body count", &ps.BodyCount)
	flat.Value(c, "bodies by type", typesLayout, &ps.TypeCounts)
	flat.List(c, "awake bodies", indexLayout, &ps.Awake)
	flat.List(c, "body states", stateLayout, &ps.States)

	flat.Loose(c, "shapes", shapeLayout, &ps.Shapes)
	flat.Loose(c, "shape bounds", boundsLayout, &ps.Bounds)
	shape.Code(c, "geometries", &ps.Geometries)
	flat.List(c, "free shapes", indexLayout, &ps.FreeShapes)
	flat.List(c, "surfaces", surfaceLayout, &ps.Surfaces)
	c.Int32("shape count", &ps.ShapeCount)

	flat.Loose(c, "joints", jointLayout, &ps.Joints)
	flat.Loose(c, "joint rows", rowLayout, &ps.Rows)
	c.Strings("joint names", &ps.JointNames, state.MaxName)
	flat.List(c, "free joints", indexLayout, &ps.FreeJoints)
	flat.List(c, "knots of paths", knotLayout, &ps.Knots)
	c.Int32("joint count", &ps.JointCount)

	flat.List(c, "islands", islandLayout, &ps.Islands)
	flat.List(c, "free islands", indexLayout, &ps.FreeIslands)
	flat.List(c, "awake islands", indexLayout, &ps.AwakeIslands)

	for i := range ps.Trees {
		codeTree(c, &ps.Trees[i])
	}
	flat.List(c, "moved shapes", indexLayout, &ps.Moved)
	flat.List(c, "waiting shapes", indexLayout, &ps.Waiting)
	flat.List(c, "sensors", indexLayout, &ps.Sensors)
	flat.List(c, "overlaps", overlapLayout, &ps.Overlaps)
	codeFlag(c, "sensors stale", &ps.Changed)

	extremes := [2]float32{ps.GravityBefore, ps.Heaviest}
	flat.Value(c, "gravity before and heaviest", extremesLayout, &extremes)
	if c.Reading {
		ps.GravityBefore, ps.Heaviest = extremes[0], extremes[1]
	}
	c.Uint64("steps", &ps.Steps)
	c.Uint64("quarantined", &ps.Quarantined)
	c.Uint64("dropped", &ps.Dropped)
	c.Uint64("births", &ps.Births)
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
	if c.Reading {
		*x = u == 1
	}
}

// parallelLoad is the size (bytes) from which on a snapshot is read and looked at by two goroutines.
const parallelLoad = 1 << 18

var errLarge = errors.New("larger than 2 GB")

// sectionReader reads one of the two parts of a snapshot, which begins at byte From and whose checksum is at byte
// SumAt.
type sectionReader struct {
	C           *flat.Coder
	From, SumAt int
}

// checkSum compares the sum in the header. It comes before what was wrong with the part, which that explains.
func (p *sectionReader) checkSum(data []byte) error {
	return compareSum(data, p.SumAt, p.C.Sum())
}

// compareSum refuses data in which another checksum is written at a byte.
func compareSum(data []byte, at int, sum uint32) error {
	if want := binary.LittleEndian.Uint32(data[at:]); sum != want {
		return fmt.Errorf("at byte %d: checksum %08x: computed %08x", at, want, sum)
	}
	return nil
}

// End returns the fault of the part, or of the bytes after it.
func (p *sectionReader) end() error {
	if p.C.Err() == nil && len(p.C.Data) > 0 {
		p.C.Fail("end", fmt.Errorf("%d bytes follow", len(p.C.Data)))
	}
	if err := p.C.Err(); err != nil {
		return fmt.Errorf("at byte %d: %w", p.From+p.C.Offset(), err)
	}
	return nil
}

// splitAt checks the header, but for the sums, and returns where the second part begins.
func splitAt(data []byte) (split int, err error) {
	if len(data) < headerSize || string(data[:8]) != magic {
		return 0, fmt.Errorf("at byte 0: no snapshot: % x", data[:min(8, len(data))])
	}
	le := binary.LittleEndian
	if v := le.Uint32(data[8:]); v != Version {
		return 0, fmt.Errorf("at byte 8: version %d: this program reads version %d", v, Version)
	}
	if n := le.Uint64(data[24:]); n != uint64(len(data)-headerSize) {
		return 0, fmt.Errorf("at byte 24: length %d: %d bytes follow", n, len(data)-headerSize)
	}
	if len(data) > math.MaxInt32 {
		return 0, errLarge
	}
	if len(data) < startSize {
		return 0, fmt.Errorf("at byte %d: the data ends early", len(data))
	}
	first := le.Uint32(data[32:])
	if uint64(first) > uint64(len(data)-startSize) {
		return 0, fmt.Errorf("at byte 32: the first of two parts has %d bytes: %d follow", first, len(data)-startSize)
	}
	split = startSize + int(first)
	if l := le.Uint64(data[16:]); l != layout {
		if err := compareSum(data, 12, crc32.Checksum(data[16:split], sums)); err != nil {
			return 0, err
		}
		return 0, fmt.Errorf("at byte 16: written by another version of the engine: layout %016x, this one has %016x",
			l, layout)
	}
	return split, nil
}
