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

// PUSH puts the node in CX or SI on the stack, which keeps it if its box touches. It leaves the offset of the node in its place.
#define PUSH(node) \
	MOVL   node, stack-512(SP)(R9*4); \
	SHLQ   $5, node; \
	TOUCH(node); \
	SETEQ  AX; \
	MOVBLZX AX, AX; \
	ADDQ   AX, R9; \
	ANDQ   $127, R9

// func querySSE(list *int32, room int, nodes *node, links *link, box *vec.AABB, mask uint64, root int32) (n int)
//
// The frame is a stack of nodes whose boxes touch; R9 is how many are on it.
TEXT ·querySSE(SB), 0, $512-64
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
	XORQ   R9, R9
	MOVLQSX root+48(FP), BX
	MOVQ   BX, R10
	SHLQ   $5, R10
	TOUCH(R10)
	JNE    done
node:
	// BX is the number of a node whose box touches, R10 its offset
	MOVLQSX 24(DX)(R10*1), SI
	MOVLQSX 28(DX)(R10*1), CX
	TESTQ  SI, SI
	JLT    leaf
	PUSH(CX)
	PUSH(SI)
next:
	SUBQ   $1, R9
	JLT    done
	MOVLQSX stack-512(SP)(R9*4), BX
	MOVQ   BX, R10
	SHLQ   $5, R10
	JMP    node
leaf:
	SHLQ   $4, BX
	TESTQ  R13, 0(R12)(BX*1)
	JEQ    next
	MOVL   CX, (DI)(R8*4)
	INCQ   R8
	CMPQ   R8, R11
	JNE    next
done:
	MOVQ   R8, n+56(FP)
	RET
