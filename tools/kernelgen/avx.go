package main

import (
	"fmt"
	"strings"
)

// avx prints AVX instructions in the syntax of the Go assembler, source operands first.
//
// Registers: AX states, BX block, CX blocks left, DX scratch, SI temporary, R8 to R15 the
// addresses of the states of the eight lanes.
type avx struct {
	text   strings.Builder
	spills int
	// double makes lanes of float64, four to a register.
	double bool
}

func (e *avx) p(format string, a ...any) { fmt.Fprintf(&e.text, "\t"+format+"\n", a...) }

func (e *avx) registers() int       { return 16 }
func (e *avx) zeroRegister() int    { return -1 }
func (e *avx) folds() bool          { return true }
func (e *avx) early(operation) bool { return false }

func (e *avx) operand(m memory) string {
	if m.base == inBlock {
		return fmt.Sprintf("%d(BX)", m.off)
	}
	return fmt.Sprintf("%d(DX)", 32*m.off)
}

func (e *avx) load(r int, m memory)  { e.p("VMOVUPS %s, Y%d", e.operand(m), r) }
func (e *avx) store(r int, m memory) { e.p("VMOVUPS Y%d, %s", r, e.operand(m)) }
func (e *avx) ahead(off int)         { e.p("PREFETCHT0 %d(BX)", blockBytes+off) }
func (e *avx) clear(r int)           { e.p("VXORPS Y%d, Y%d, Y%d", r, r, r) }

func (e *avx) row(r, lane, offset int) {
	e.p("VMOVUPS %d(R%d), X%d", offset, 8+lane, r)
	e.p("VINSERTF128 $1, %d(R%d), Y%d, Y%d", offset, 12+lane, r, r)
}

func (e *avx) put(r, lane, offset int) {
	e.p("VMOVUPS X%d, %d(R%d)", r, offset, 8+lane)
	e.p("VEXTRACTF128 $1, Y%d, %d(R%d)", r, offset, 12+lane)
}

// lanes computes addresses. An index i < 0 stands for the state ^i, which is read but not
// written: writes go to the dummy.
func (e *avx) lanes(offset int, scatter bool) {
	if scatter {
		e.p("LEAQ %d(DX), DI", 32*slotDummy)
	}
	for i := range width {
		r := 8 + i
		e.p("MOVLQSX %d(BX), R%d", offset+4*i, r)
		e.p("MOVQ R%d, SI", r)
		if !scatter {
			e.p("SARQ $63, SI")
			e.p("XORQ SI, R%d", r)
		}
		e.p("SHLQ $6, R%d", r)
		e.p("ADDQ AX, R%d", r)
		if scatter {
			e.p("TESTQ SI, SI")
			e.p("CMOVQLT DI, R%d", r)
		}
	}
}

func (e *avx) arithmetic(v *value, d, a, b, c int, m *memory) {
	second := fmt.Sprintf("Y%d", b)
	if m != nil {
		second = e.operand(*m)
	}
	kind := "PS"
	if e.double {
		kind = "PD"
	}
	switch v.op {
	case opSqrt:
		e.p("VSQRT%s Y%d, Y%d", kind, a, d)
	case opGreater:
		// predicate 0x1E: greater, ordered, quiet
		e.p("VCMP%s $0x1E, %s, Y%d, Y%d", kind, second, a, d)
	case opAtLeast:
		e.p("VCMP%s $0x1D, %s, Y%d, Y%d", kind, second, a, d)
	case opRound:
		e.p("VCVTPD2PSY Y%d, X%d", a, d)
		e.p("VCVTPS2PD X%d, Y%d", d, d)
	case opSelect:
		e.p("VBLENDV%s Y%d, %s, Y%d, Y%d", kind, c, second, a, d)
	case opShuffle:
		e.p("VSHUFPS $0x%02X, %s, Y%d, Y%d", v.imm, second, a, d)
	default:
		name := map[operation]string{
			opAdd: "VADD", opSub: "VSUB", opMul: "VMUL", opDiv: "VDIV", opMax: "VMAX", opMin: "VMIN",
		}[v.op]
		e.p("%s%s %s, Y%d, Y%d", name, kind, second, a, d)
	}
}

// choose jumps to the code for the points of a block.
func (e *avx) choose(kind string) {
	e.p("CMPL %d(BX), $2", offsetCount)
	e.p("JLT one%s", kind)
	e.p("JEQ two%s", kind)
	e.p("JMP four%s", kind)
}

// passOver leaves out a block without bouncing lanes.
func (e *avx) passOver() {
	e.p("TESTL $%d, %d(BX)", hasRestitution, offsetHas)
	e.p("JEQ skip")
}

// endBelow ends the kernel if a lane of the block is below the limit.
func (e *avx) endBelow() {
	e.load(0, at("Measured", 0))
	// predicate 0x11: less, ordered, quiet
	e.p("VCMPPS $0x11, %s, Y0, Y0", e.operand(constant(slotLimit)))
	e.p("VMOVMSKPS Y0, SI")
	e.p("TESTL SI, SI")
	e.p("JNE done")
	e.text.WriteString("skip:\n")
}

// function prints the kernel of a pass.
func (e *avx) function(p pass) {
	k := kernelOf(p)
	inner := &avx{}
	spills := 0
	for i, v := range k.variants {
		fmt.Fprintf(&inner.text, "%s:\n", v.label)
		spills = max(spills, emit(inner, ahead(body(p, v.points, v.rolling)), fixedSlots))
		if i < len(k.variants)-1 {
			inner.p("JMP next")
		}
	}
	frame := 32*(fixedSlots+spills) + 32
	fmt.Fprintf(&e.text, "\n// func %sAVX(%s)\nTEXT ·%sAVX(SB), 0, $%d-%d\n", k.name, k.signature(), k.name, frame,
		k.argumentBytes)
	e.p("MOVQ states+0(FP), AX")
	e.p("MOVQ blocks+8(FP), BX")
	e.p("MOVQ count+16(FP), CX")
	e.p("LEAQ 31(SP), DX")
	e.p("ANDQ $-32, DX")
	for i, a := range k.scalars {
		e.p("VBROADCASTSS %s+%d(FP), Y0", a.name, 24+4*i)
		e.p("VMOVUPS Y0, %d(DX)", 32*a.slot)
	}
	for _, c := range k.constants {
		e.p("MOVL $0x%08X, %d(DX)", c.bits, 32*c.slot)
		e.p("VBROADCASTSS %d(DX), Y0", 32*c.slot)
		e.p("VMOVUPS Y0, %d(DX)", 32*c.slot)
	}
	e.text.WriteString("loop:\n")
	if k.until {
		e.passOver()
	}
	if k.rolling {
		e.p("TESTL $%d, %d(BX)", hasRolling, offsetHas)
		e.p("JEQ plain")
		e.choose("_rolling")
		e.text.WriteString("plain:\n")
	}
	e.choose("")
	e.text.WriteString(inner.text.String())
	e.text.WriteString("next:\n")
	if k.until {
		e.endBelow()
	}
	e.p("ADDQ $%d, BX", blockBytes)
	e.p("DECQ CX")
	e.p("JNE loop")
	if k.until {
		e.text.WriteString("done:\n")
		e.p("MOVQ CX, left+32(FP)")
	}
	e.p("VZEROUPPER")
	e.p("RET")
}
