//go:build !purego

#include "textflag.h"

// func lookWide(data *byte, items, stride int, chunks *chunk, count int) (infinite, flags uint64)
TEXT ·lookWide(SB), NOSPLIT, $0-56
	MOVQ data+0(FP), DX
	MOVQ items+8(FP), CX
	MOVQ stride+16(FP), R8
	MOVQ chunks+24(FP), SI
	MOVQ count+32(FP), R9
	PXOR X6, X6
	PXOR X7, X7

item:
	MOVQ SI, DI
	MOVQ R9, BX

look:
	MOVQ  (DI), AX
	MOVOU (DX)(AX*1), X0
	MOVOU 16(DI), X1
	MOVOU 32(DI), X2
	MOVOU 48(DI), X3
	PAND  X0, X1
	PADDL X2, X1
	POR   X1, X6
	PAND  X3, X0
	POR   X0, X7
	ADDQ  $64, DI
	DECQ  BX
	JNZ   look
	ADDQ  R8, DX
	DECQ  CX
	JNZ   item

	MOVOA X6, X0
	PSRLO $8, X0
	POR   X0, X6
	MOVQ  X6, infinite+40(FP)
	MOVOA X7, X0
	PSRLO $8, X0
	POR   X0, X7
	MOVQ  X7, flags+48(FP)
	RET
