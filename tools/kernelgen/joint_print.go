package main

import (
	"fmt"
	"math"
)

// joint prints a kernel of joints.
func (e *avx) joint(j jointKernel) {
	inner := &avx{}
	spills := emit(inner, j.code(), jointSlots)
	frame := 32*(jointSlots+spills) + 32
	fmt.Fprintf(&e.text, "\n// func %sAVX(%s)\nTEXT ·%sAVX(SB), 0, $%d-%d\n", j.name, j.arguments, j.name, frame,
		j.argumentBytes)
	e.p("MOVQ states+0(FP), AX")
	e.p("MOVQ blocks+8(FP), BX")
	e.p("MOVQ count+16(FP), CX")
	e.p("LEAQ 31(SP), DX")
	e.p("ANDQ $-32, DX")
	for i, a := range j.scalars {
		e.p("VBROADCASTSS %s+%d(FP), Y0", a.name, 24+4*i)
		e.p("VMOVUPS Y0, %d(DX)", 32*a.slot)
	}
	if j.constants {
		for _, c := range jointConstants {
			e.p("MOVL $0x%08X, %d(DX)", math.Float32bits(c.x), 32*c.slot)
			e.p("VBROADCASTSS %d(DX), Y0", 32*c.slot)
			e.p("VMOVUPS Y0, %d(DX)", 32*c.slot)
		}
	}
	e.text.WriteString("loop:\n")
	e.text.WriteString(inner.text.String())
	e.p("ADDQ $%d, BX", j.l.bytes)
	e.p("DECQ CX")
	e.p("JNE loop")
	e.p("VZEROUPPER")
	e.p("RET")
}

// joint prints a kernel of joints.
func (e *neon) joint(j jointKernel) {
	inner := &neon{}
	spills := emit(inner, j.code(), jointSlots)
	frame := 16*(jointSlots+spills) + 32
	fmt.Fprintf(&e.text, "\n// func %sNEON(%s)\nTEXT ·%sNEON(SB), 0, $%d-%d\n", j.name, j.arguments, j.name, frame,
		j.argumentBytes)
	e.p("MOVD states+0(FP), R0")
	e.p("MOVD blocks+8(FP), R7")
	e.p("MOVD count+16(FP), R2")
	e.p("MOVD RSP, R3")
	e.p("ADD $31, R3")
	e.p("AND $~15, R3, R3")
	e.p("ADD $%d, R3, R4", 16*slotDummy)
	for i, a := range j.scalars {
		e.p("FMOVS %s+%d(FP), F0", a.name, 24+4*i)
		e.p("VDUP V0.S[0], V0.S4")
		e.p("FMOVQ F0, %d(R3)", 16*a.slot)
	}
	if j.constants {
		for _, c := range jointConstants {
			e.p("MOVW $0x%08X, R5", math.Float32bits(c.x))
			e.p("VDUP R5, V0.S4")
			e.p("FMOVQ F0, %d(R3)", 16*c.slot)
		}
	}
	e.clear(31)
	e.text.WriteString("loop:\n")
	e.p("MOVD R7, R1")
	e.p("MOVD $2, R6")
	e.text.WriteString("half:\n")
	e.text.WriteString(inner.text.String())
	e.p("ADD $16, R1")
	e.p("SUBS $1, R6, R6")
	e.p("BNE half")
	e.p("ADD $%d, R7", j.l.bytes)
	e.p("SUBS $1, R2, R2")
	e.p("BNE loop")
	e.p("RET")
}
