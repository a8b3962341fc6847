//go:build !purego

#include "textflag.h"

// func Lines(p unsafe.Pointer, count int)
TEXT ·Lines(SB), NOSPLIT, $0-16
	MOVD p+0(FP), R0
	MOVD count+8(FP), R1
next:
	PRFM (R0), PLDL1KEEP
	ADD $64, R0, R0
	SUBS $1, R1, R1
	BGT next
	RET
