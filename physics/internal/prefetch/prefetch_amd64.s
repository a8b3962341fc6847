//go:build !purego

#include "textflag.h"

// func Lines(p unsafe.Pointer, count int)
TEXT ·Lines(SB), NOSPLIT, $0-16
	MOVQ p+0(FP), AX
	MOVQ count+8(FP), CX
next:
	PREFETCHT0 (AX)
	ADDQ $64, AX
	DECQ CX
	JGT next
	RET
