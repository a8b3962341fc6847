package renderer

import "math"

// Key is the order in which the ops of a packet are drawn: smaller first, equal ones as
// recorded.
//
//	63    60 59    56 55                                              0
//	┌───────┬────────┬─────────────┬──────────────┬──────────┬────────┐
//	│ pass  │ layer  │ state  8    │ mesh  16     │ tex  16  │ near 16│ shadow, scene, outline
//	├───────┼────────┼─────────────┴────┬─────────┴────────┬─┴────────┤
//	│ pass  │ layer  │ far distance 32  │ mesh 16          │ 0      8 │ transparent
//	├───────┼────────┼──────────────────┼──────────────────┴──────────┤
//	│ pass  │ layer  │ sequence 32      │ 0                        24 │ overlay, UI
//	└───────┴────────┴──────────────────┴─────────────────────────────┘
//
// Pass, layer, far distance and sequence are needed for a correct picture; state, mesh,
// texture and near distance only save changes of state and hidden pixels, and may be
// anything without changing what an opaque scene looks like.
type Key uint64

const (
	passShift  = 60
	layerShift = 56
	stateShift = 48
	meshShift  = 32
	texShift   = 16
	orderShift = 24
	farMesh    = 8
)

// Pass returns the pass of the key.
func (k Key) Pass() Pass { return Pass(k >> passShift) }

// Layer returns the layer of the key, 0 to 15.
func (k Key) Layer() int { return int(k >> layerShift & 15) }

// stateKey orders by state, mesh, texture and then near to far.
func stateKey(pass Pass, layer int, state uint8, mesh Mesh, tex Texture, near uint16) Key {
	return Key(pass)<<passShift | Key(layer&15)<<layerShift | Key(state)<<stateShift |
		Key(mesh.index&0xffff)<<meshShift | Key(tex.index&0xffff)<<texShift | Key(near)
}

// farKey orders from far to near, so that far surfaces shine through near ones.
func farKey(pass Pass, layer int, distance float32, mesh Mesh) Key {
	return Key(pass)<<passShift | Key(layer&15)<<layerShift |
		Key(^orderedBits(distance))<<orderShift | Key(mesh.index&0xffff)<<farMesh
}

// sequenceKey keeps the recorded order.
func sequenceKey(pass Pass, layer int, sequence uint32) Key {
	return Key(pass)<<passShift | Key(layer&15)<<layerShift | Key(sequence)<<orderShift
}

// orderedBits maps a float to an integer that orders the same way; NaN comes last.
func orderedBits(f float32) uint32 {
	b := math.Float32bits(f)
	if b>>31 != 0 {
		return ^b
	}
	return b | 1<<31
}

// insertionLimit is the length up to which insertion beats counting eight digits.
const insertionLimit = 48

// sortOps orders ops by key, equal keys as they were, and returns the sorted slice, which is
// one of the two given. scratch must be at least as long as ops. It is a radix sort from
// the lowest byte up (Knuth, TAOCP 3, 5.2.5) that leaves out the bytes in which all keys agree.
func sortOps(ops, scratch []Op) []Op {
	if len(ops) <= insertionLimit {
		insertionSort(ops)
		return ops
	}
	scratch = scratch[:len(ops)]
	var counts [8][256]uint32
	for i := range ops {
		k := ops[i].Key
		for d := range 8 {
			counts[d][uint8(k>>(8*d))]++
		}
	}
	first := ops[0].Key
	for d := range 8 {
		shift := 8 * d
		count := &counts[d]
		if count[uint8(first>>shift)] == uint32(len(ops)) {
			continue
		}
		sum := uint32(0)
		for b := range count {
			sum, count[b] = sum+count[b], sum
		}
		for i := range ops {
			b := uint8(ops[i].Key >> shift)
			scratch[count[b]] = ops[i]
			count[b]++
		}
		ops, scratch = scratch, ops
	}
	return ops
}

func insertionSort(ops []Op) {
	for i := 1; i < len(ops); i++ {
		x := ops[i]
		j := i
		for j > 0 && ops[j-1].Key > x.Key {
			ops[j] = ops[j-1]
			j--
		}
		ops[j] = x
	}
}
