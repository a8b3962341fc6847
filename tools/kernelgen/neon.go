package main

import (
	"fmt"
	"math/bits"
	"strings"
)

// neon prints NEON instructions, four lanes at a time: a block is gone through in two halves,
// which differ only in where the lanes begin. The Go assembler has no vector FADD, FSUB, FMUL,
// FDIV, FSQRT and FCMGT, so these are written as words.
//
// Registers: R0 states, R1 lanes of the block, R2 blocks left, R3 scratch, R4 dummy, R5
// temporary, R6 half, R7 block, R8 to R11 the addresses of the states. V31 is zero.
type neon struct {
	text strings.Builder
	// double makes lanes of float64, two to a register.
	double bool
}

func (e *neon) p(format string, a ...any) { fmt.Fprintf(&e.text, "\t"+format+"\n", a...) }

// word prints an instruction of three vector registers.
func (e *neon) word(code uint32, d, n, m int, comment string) {
	e.p("WORD $0x%08X // %s V%d, V%d, V%d", code|uint32(m)<<16|uint32(n)<<5|uint32(d), comment, d, n, m)
}

func (e *neon) registers() int    { return 31 }
func (e *neon) zeroRegister() int { return 31 }
func (e *neon) folds() bool       { return false }

// early: maximum, minimum and selection take two instructions.
func (e *neon) early(op operation) bool { return op == opMax || op == opMin || op == opSelect }

func (e *neon) operand(m memory) string {
	if m.base == inBlock {
		return fmt.Sprintf("%d(R1)", m.off)
	}
	return fmt.Sprintf("%d(R3)", 16*m.off)
}

func (e *neon) load(r int, m memory)  { e.p("FMOVQ %s, F%d", e.operand(m), r) }
func (e *neon) store(r int, m memory) { e.p("FMOVQ F%d, %s", r, e.operand(m)) }
func (e *neon) ahead(off int)         { e.p("PRFM %d(R7), PLDL1KEEP", blockBytes+off) }
func (e *neon) clear(r int)           { e.p("VEOR V%d.B16, V%d.B16, V%d.B16", r, r, r) }

func (e *neon) row(r, lane, offset int) { e.p("FMOVQ %d(R%d), F%d", offset, 8+lane, r) }
func (e *neon) put(r, lane, offset int) { e.p("FMOVQ F%d, %d(R%d)", r, offset, 8+lane) }

func (e *neon) lanes(offset int, scatter bool) {
	for i := range width / 2 {
		r := 8 + i
		e.p("MOVW %d(R1), R%d", offset+4*i, r)
		if scatter {
			e.p("ADD R%d<<6, R0, R5", r)
			e.p("CMP $0, R%d", r)
			e.p("CSEL LT, R4, R5, R%d", r)
			continue
		}
		e.p("EOR R%d->63, R%d, R%d", r, r, r)
		e.p("ADD R%d<<6, R0, R%d", r, r)
	}
}

func (e *neon) arithmetic(v *value, d, a, b, c int, _ *memory) {
	if e.double {
		e.arithmeticDouble(v, d, a, b, c)
		return
	}
	const greater, bsl = 0x6EA0E400, 0x6E601C00
	switch v.op {
	case opAdd:
		e.word(0x4E20D400, d, a, b, "FADD.4S")
	case opSub:
		e.word(0x4EA0D400, d, a, b, "FSUB.4S")
	case opMul:
		e.word(0x6E20DC00, d, a, b, "FMUL.4S")
	case opDiv:
		e.word(0x6E20FC00, d, a, b, "FDIV.4S")
	case opSqrt:
		e.p("WORD $0x%08X // FSQRT.4S V%d, V%d", 0x6EA1F800|uint32(a)<<5|uint32(d), d, a)
	case opGreater:
		e.word(greater, d, a, b, "FCMGT.4S")
	case opAtLeast:
		e.word(0x6E20E400, d, a, b, "FCMGE.4S")
	case opMax:
		e.word(greater, d, a, b, "FCMGT.4S")
		e.word(bsl, d, a, b, "BSL")
	case opMin:
		e.word(greater, d, b, a, "FCMGT.4S")
		e.word(bsl, d, a, b, "BSL")
	case opSelect:
		e.word(0x4EA01C00, d, c, c, "MOV")
		e.word(bsl, d, b, a, "BSL")
	case opShuffle:
		switch v.imm {
		case lowPairs:
			e.word(0x4EC03800, d, a, b, "ZIP1.2D")
		case highPairs:
			e.word(0x4EC07800, d, a, b, "ZIP2.2D")
		case evens:
			e.word(0x4E801800, d, a, b, "UZP1.4S")
		case odds:
			e.word(0x4E805800, d, a, b, "UZP2.4S")
		}
	default:
		panic("kernelgen: no such operation on singles")
	}
}

// arithmeticDouble is arithmetic for lanes of float64.
func (e *neon) arithmeticDouble(v *value, d, a, b, c int) {
	one := func(code uint32, d, a int, name string) {
		e.p("WORD $0x%08X // %s V%d, V%d", code|uint32(a)<<5|uint32(d), name, d, a)
	}
	switch v.op {
	case opAdd:
		e.word(0x4E60D400, d, a, b, "FADD.2D")
	case opSub:
		e.word(0x4EE0D400, d, a, b, "FSUB.2D")
	case opMul:
		e.word(0x6E60DC00, d, a, b, "FMUL.2D")
	case opDiv:
		e.word(0x6E60FC00, d, a, b, "FDIV.2D")
	case opSqrt:
		one(0x6EE1F800, d, a, "FSQRT.2D")
	case opGreater:
		e.word(0x6EE0E400, d, a, b, "FCMGT.2D")
	case opAtLeast:
		e.word(0x6E60E400, d, a, b, "FCMGE.2D")
	case opRound:
		one(0x0E616800, d, a, "FCVTN.2S")
		one(0x0E617800, d, d, "FCVTL.2D")
	case opSelect:
		e.word(0x4EA01C00, d, c, c, "MOV")
		e.word(0x6E601C00, d, b, a, "BSL")
	default:
		panic("kernelgen: no such operation on doubles")
	}
}

// choose jumps to the code for the points of a block.
func (e *neon) choose(kind string) {
	e.p("MOVW %d(R7), R5", offsetCount)
	e.p("CMPW $2, R5")
	e.p("BLT one%s", kind)
	e.p("BEQ two%s", kind)
	e.p("B four%s", kind)
}

// passOver leaves out a block without bouncing lanes.
func (e *neon) passOver() {
	e.p("MOVW %d(R7), R5", offsetHas)
	e.p("TBZ $%d, R5, skip", bits.TrailingZeros(hasRestitution))
}

// endBelow ends the kernel if a lane of the block is below the limit.
func (e *neon) endBelow() {
	e.load(2, constant(slotLimit))
	for i := range 2 {
		e.p("FMOVQ %d(R7), F%d", at("Measured", 0).off+16*i, i)
		e.word(0x6EA0E400, i, 2, i, "FCMGT.4S")
	}
	e.p("VORR V0.B16, V1.B16, V0.B16")
	e.p("VMOV V0.D[0], R5")
	e.p("VMOV V0.D[1], R8")
	e.p("ORR R5, R8")
	e.p("CBNZ R8, done")
	e.text.WriteString("skip:\n")
}

// function prints the kernel of a pass.
func (e *neon) function(p pass) {
	k := kernelOf(p)
	inner := &neon{}
	spills := 0
	for _, v := range k.variants {
		fmt.Fprintf(&inner.text, "%s:\n", v.label)
		spills = max(spills, emit(inner, ahead(body(p, v.points, v.rolling)), fixedSlots))
		inner.p("B next")
	}
	frame := 16*(fixedSlots+spills) + 32
	fmt.Fprintf(&e.text, "\n// func %sNEON(%s)\nTEXT ·%sNEON(SB), 0, $%d-%d\n", k.name, k.signature(), k.name, frame,
		k.argumentBytes)
	e.p("MOVD states+0(FP), R0")
	e.p("MOVD blocks+8(FP), R7")
	e.p("MOVD count+16(FP), R2")
	e.p("MOVD RSP, R3")
	e.p("ADD $31, R3")
	e.p("AND $~15, R3, R3")
	e.p("ADD $%d, R3, R4", 16*slotDummy)
	for i, a := range k.scalars {
		e.p("FMOVS %s+%d(FP), F0", a.name, 24+4*i)
		e.p("VDUP V0.S[0], V0.S4")
		e.p("FMOVQ F0, %d(R3)", 16*a.slot)
	}
	for _, c := range k.constants {
		e.p("MOVW $0x%08X, R5", c.bits)
		e.p("VDUP R5, V0.S4")
		e.p("FMOVQ F0, %d(R3)", 16*c.slot)
	}
	e.clear(31)
	e.text.WriteString("loop:\n")
	if k.until {
		e.passOver()
	}
	e.p("MOVD R7, R1")
	e.p("MOVD $2, R6")
	e.text.WriteString("half:\n")
	if k.rolling {
		e.p("MOVW %d(R7), R5", offsetHas)
		e.p("TBZ $0, R5, plain")
		e.choose("_rolling")
		e.text.WriteString("plain:\n")
	}
	e.choose("")
	e.text.WriteString(inner.text.String())
	e.text.WriteString("next:\n")
	e.p("ADD $16, R1")
	e.p("SUBS $1, R6, R6")
	e.p("BNE half")
	if k.until {
		e.endBelow()
	}
	e.p("ADD $%d, R7", blockBytes)
	e.p("SUBS $1, R2, R2")
	e.p("BNE loop")
	if k.until {
		e.text.WriteString("done:\n")
		e.p("MOVD R2, left+32(FP)")
	}
	e.p("RET")
}
