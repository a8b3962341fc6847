//go:build !purego

#include "textflag.h"

// func scanWide(data *byte, items, stride int, chunks *chunk, count int) (infinite, flags uint64)
TEXT ·scanWide(SB), NOSPLIT, $0-56
	MOVQ data+0(FP), DX
	MOVQ items+8(FP), CX
	MOVQ stride+16(FP), R8
	MOVQ chunks+24(FP), SI
	MOVQ count+32(FP), R9
	PXOR X6, X6
	PXOR X7, X7

	PXOR X9, X9
	PXOR X10, X10

	// every chunk in all items, two of them at a time: its masks stay in registers
chunk:
	MOVQ  (SI), DI
	ADDQ  DX, DI
	MOVOU 16(SI), X1
	MOVOU 32(SI), X2
	MOVOU 48(SI), X3
	MOVQ  CX, BX
	SUBQ  $2, BX
	JLT   last

scan:
	MOVOU (DI), X0
	MOVOU (DI)(R8*1), X4
	LEAQ  (DI)(R8*2), DI
	MOVOA X0, X5
	MOVOA X4, X8
	PAND  X1, X0
	PAND  X1, X4
	PADDL X2, X0
	PADDL X2, X4
	POR   X0, X6
	POR   X4, X9
	PAND  X3, X5
	PAND  X3, X8
	POR   X5, X7
	POR   X8, X10
	SUBQ  $2, BX
	JGE   scan

last:
	ADDQ  $2, BX
	JZ    next
	MOVOU (DI), X0
	MOVOA X0, X5
	PAND  X1, X0
	PADDL X2, X0
	POR   X0, X6
	PAND  X3, X5
	POR   X5, X7

next:
	ADDQ $64, SI
	DECQ R9
	JNZ  chunk
	POR  X9, X6
	POR  X10, X7

	MOVOA X6, X0
	PSRLO $8, X0
	POR   X0, X6
	MOVQ  X6, infinite+40(FP)
	MOVOA X7, X0
	PSRLO $8, X0
	POR   X0, X7
	MOVQ  X7, flags+48(FP)
	RET
