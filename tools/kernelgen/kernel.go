package main

import (
	"math"
	"slices"
)

// variant is the code of a kernel for one sort of block.
type variant struct {
	label   string
	points  int
	rolling bool
}

type scalar struct {
	name string
	slot int
}

type number struct {
	bits uint32
	slot int
}

// kernel describes the function of a pass.
type kernel struct {
	name          string
	arguments     string
	argumentBytes int // of arguments and result
	rolling       bool
	scalars       []scalar
	constants     []number
	variants      []variant
	// until ends the kernel at the first block of which a lane is measured below limit, and skips blocks without
	// bouncing lanes.
	until bool
}

// signature is the part after the name of the function in Go.
func (k *kernel) signature() string {
	if k.until {
		return k.arguments + ") (left int"
	}
	return k.arguments
}

const (
	bitsOne  = 0x3F800000
	bitsTiny = 0x219392EF // 1e-18, the constant Tiny of package kernel
	bitsTwo  = 0x40000000
	bitsHalf = 0x3F000000
)

func kernelOf(p pass) kernel {
	plain := []variant{{"four", 4, false}, {"two", 2, false}, {"one", 1, false}}
	rolling := slices.Clone(plain)
	for _, v := range plain {
		rolling = append(rolling, variant{v.label + "_rolling", v.points, true})
	}
	common := "states *State, blocks *Block, count int"
	constants := []number{{bitsOne, slotOne}, {bitsTiny, slotTiny}}
	switch p {
	case derive:
		return kernel{"derive", common + ", weight float32", 28, false, []scalar{{"weight", slotWeight}}, []number{
			{bitsOne, slotOne}, {bitsTwo, slotTwo}, {bitsHalf, slotHalf}, {math.Float32bits(-1), slotMinusOne},
			{math.Float32bits(leastWeight), slotLeast},
		}, plain, false}
	case closing:
		return kernel{"close", common + ", limit float32", 40, false, []scalar{{"limit", slotLimit}}, nil, plain, true}
	case residual:
		return kernel{"residual", common, 24, false, nil, nil, plain, false}
	case warmStart:
		return kernel{"warmStart", common, 24, true, nil, nil, rolling, false}
	case solve:
		return kernel{"solve", common + ", invH, push float32", 32, false,
			[]scalar{{"invH", slotInvH}, {"push", slotPush}}, constants, plain, false}
	default:
		return kernel{"relax", common + ", invH float32", 28, true,
			[]scalar{{"invH", slotInvH}}, append(constants, number{bitsHalf, slotHalf}), rolling, false}
	}
}
