//go:build !purego

#include "textflag.h"

// TOUCH sets the zero flag if the box of the node at an offset touches the one in X2, (greatest, +∞), and X3, (−∞, least).
// It uses AX and X4 to X6.
#define TOUCH(offset) \
	MOVUPS 0(DX)(offset*1), X4; \
	CMPPS  X2, X4, $2; \
	MOVUPS 8(DX)(offset*1), X6; \
	MOVAPS X3, X5; \
	CMPPS  X6, X5, $2; \
	ANDPS  X4, X5; \
	MOVMSKPS X5, AX; \
	CMPL   AX, $15

// func querySSE(list *int32, room int, nodes *node, links *link, box *vec.AABB, mask uint64, root int32) (n int)
//
// The frame is a stack of the offsets of nodes whose boxes touch, above −1; R9 is how many there are. What is next never waits for
// the stack: it is the first child that touches, or what BX took from the stack before.
TEXT ·querySSE(SB), 0, $1024-64
	MOVQ   list+0(FP), DI
	MOVQ   room+8(FP), R11
	MOVQ   nodes+16(FP), DX
	MOVQ   links+24(FP), R12
	MOVQ   box+32(FP), AX
	MOVQ   mask+40(FP), R13
	MOVUPS 0(AX), X3
	SHUFPS $0x93, X3, X3
	MOVL   $0xFF800000, CX
	MOVL   CX, X4
	MOVSS  X4, X3
	MOVUPS 8(AX), X2
	MOVL   $0x7F800000, CX
	MOVL   CX, X4
	MOVSS  X4, X2
	SHUFPS $0x39, X2, X2
	XORQ   R8, R8
	MOVQ   $-1, BX
	MOVQ   BX, stack-1024(SP)
	MOVQ   $1, R9
	MOVLQSX root+48(FP), R10
	SHLQ   $5, R10
	TOUCH(R10)
	JNE    done
node:
	// R10 is the offset of a node whose box touches
	MOVLQSX 24(DX)(R10*1), SI
	MOVLQSX 28(DX)(R10*1), CX
	TESTQ  SI, SI
	JLT    leaf
	LEAQ   -1(R9), BX
	ANDQ   $127, BX
	MOVQ   stack-1024(SP)(BX*8), BX
	SHLQ   $5, CX
	SHLQ   $5, SI
	MOVQ   CX, stack-1024(SP)(R9*8)
	TOUCH(CX)
	CMOVQEQ CX, BX
	SETEQ  R10
	MOVBLZX R10, R10
	ADDQ   R10, R9
	TOUCH(SI)
	CMOVQEQ SI, BX
	SETEQ  R10
	MOVBLZX R10, R10
	LEAQ   -1(R9)(R10*1), R9
	ANDQ   $127, R9
	MOVQ   BX, R10
	TESTQ  R10, R10
	JGE    node
	JMP    done
leaf:
	MOVQ   R10, BX
	SHRQ   $1, BX
	TESTQ  R13, 0(R12)(BX*1)
	JEQ    next
	MOVL   CX, (DI)(R8*4)
	INCQ   R8
	CMPQ   R8, R11
	JEQ    done
next:
	DECQ   R9
	ANDQ   $127, R9
	MOVQ   stack-1024(SP)(R9*8), R10
	TESTQ  R10, R10
	JGE    node
done:
	MOVQ   R8, n+56(FP)
	RET
