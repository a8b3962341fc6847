package tree

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"tumble/physics/vec"
)

// Clone returns an independent copy.
func (t *Tree) Clone() *Tree {
	c := &Tree{}
	c.CopyFrom(t)
	return c
}

// CopyFrom makes t an exact copy of s, in the storage of t where it is large enough. Later calls give both trees the
// same proxies.
func (t *Tree) CopyFrom(s *Tree) {
	if t == s {
		return
	}
	t.nodes = append(t.nodes[:0], s.nodes...)
	t.links = append(t.links[:0], s.links...)
	t.free = append(t.free[:0], s.free...)
	t.root, t.proxies = s.root, s.proxies
}

// Append appends the exact state of the tree to buf, the same bytes on every platform.
func (t *Tree) Append(buf []byte) []byte {
	le := binary.LittleEndian
	buf = le.AppendUint32(buf, uint32(len(t.nodes)))
	buf = le.AppendUint32(buf, uint32(t.proxies))
	buf = le.AppendUint32(buf, uint32(t.root))
	for i := range t.nodes {
		n, l := &t.nodes[i], &t.links[i]
		for _, f := range [6]float32{n.box.Min.X, n.box.Min.Y, n.box.Min.Z, n.box.Max.X, n.box.Max.Y, n.box.Max.Z} {
			buf = le.AppendUint32(buf, math.Float32bits(f))
		}
		buf = le.AppendUint32(buf, uint32(n.child1))
		buf = le.AppendUint32(buf, uint32(n.child2))
		buf = le.AppendUint64(buf, l.category)
		buf = le.AppendUint32(buf, uint32(l.parent))
		buf = le.AppendUint16(buf, uint16(l.height))
		mark := uint16(0)
		if l.marked {
			mark = 1
		}
		buf = le.AppendUint16(buf, mark)
	}
	for _, i := range t.free {
		buf = le.AppendUint32(buf, uint32(i))
	}
	return buf
}

var errShort = errors.New("tree: decode: data ends early")

// Decode replaces the tree by the one that Append wrote at the start of data and returns the rest of
// data. Data that is cut short or does not hold a valid tree is refused, and leaves the
// tree empty.
func (t *Tree) Decode(data []byte) ([]byte, error) {
	t.Clear()
	rest, err := t.decode(data)
	if err == nil {
		err = t.Validate()
	}
	if err != nil {
		t.Clear()
		return nil, err
	}
	return rest, nil
}

func (t *Tree) decode(data []byte) ([]byte, error) {
	le := binary.LittleEndian
	if len(data) < headerSize {
		return nil, errShort
	}
	count, proxies, root := le.Uint32(data), le.Uint32(data[4:]), le.Uint32(data[8:])
	data = data[headerSize:]
	inUse := uint64(0)
	if proxies > 0 {
		inUse = 2*uint64(proxies) - 1
	}
	if count > maxNodes || inUse > uint64(count) {
		return nil, fmt.Errorf("tree: decode: %d proxies among %d nodes", proxies, count)
	}
	// the sizes are checked against the data before anything is allocated for them
	free := uint64(count) - inUse
	if uint64(len(data)) < uint64(count)*nodeSize+free*4 {
		return nil, errShort
	}
	t.nodes = slices.Grow(t.nodes, int(count))[:count]
	t.links = slices.Grow(t.links, int(count))[:count]
	for i := range t.nodes {
		item := data[:nodeSize]
		data = data[nodeSize:]
		n, l := &t.nodes[i], &t.links[i]
		n.box = vec.AABB{Min: decodeVec3(item), Max: decodeVec3(item[12:])}
		n.child1, n.child2 = int32(le.Uint32(item[24:])), int32(le.Uint32(item[28:]))
		l.category = le.Uint64(item[32:])
		l.parent, l.height = int32(le.Uint32(item[40:])), int16(le.Uint16(item[44:]))
		mark := le.Uint16(item[46:])
		if mark > 1 {
			return nil, fmt.Errorf("tree: decode: mark %d", mark)
		}
		l.marked = mark == 1
	}
	for ; free > 0; free-- {
		t.free = append(t.free, int32(le.Uint32(data)))
		data = data[4:]
	}
	t.root, t.proxies = int32(root), int32(proxies)
	return data, nil
}

func decodeVec3(data []byte) vec.Vec3 {
	le := binary.LittleEndian
	return vec.Vec3{
		X: math.Float32frombits(le.Uint32(data)),
		Y: math.Float32frombits(le.Uint32(data[4:])),
		Z: math.Float32frombits(le.Uint32(data[8:])),
	}
}
