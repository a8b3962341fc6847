//go:build !purego

#include "textflag.h"

// DOT leaves the products of four points at SI with the vector in X0 to X2 in d, and uses X4.
#define DOT(d) \
	MOVUPS 0(SI), d; \
	MULPS X0, d; \
	MOVUPS 16(SI), X4; \
	MULPS X1, X4; \
	ADDPS X4, d; \
	MOVUPS 32(SI), X4; \
	MULPS X2, X4; \
	ADDPS X4, d

// BETTER lets what is in X8 take the place of the best in X3, and the index in X5 that in X6, in the lanes where the first is less than
// the second. It uses X9 and X10.
#define BETTER(first, second, op) \
	MOVAPS first, X9; \
	CMPPS second, X9, $1; \
	op X3, X8; \
	MOVAPS X8, X3; \
	MOVO X5, X10; \
	PXOR X6, X10; \
	PAND X9, X10; \
	PXOR X10, X6

// LOWEST leaves the lowest index in X6 among the lanes of X3 that are best in AX; 0 where they are no numbers.
#define LOWEST(op) \
	MOVAPS X3, X4; \
	SHUFPS $0x4E, X4, X4; \
	op X3, X4; \
	MOVAPS X4, X8; \
	SHUFPS $0xB1, X8, X8; \
	op X4, X8; \
	CMPPS X3, X8, $0; \
	PCMPEQL X10, X10; \
	PXOR X10, X8; \
	PSRLL $17, X8; \
	POR X8, X6; \
	PSHUFD $0x4E, X6, X7; \
	PMINSW X7, X6; \
	PSHUFD $0xB1, X6, X7; \
	PMINSW X7, X6; \
	MOVL X6, AX; \
	XORQ CX, CX; \
	CMPL AX, $0x7FFF; \
	CMOVLEQ CX, AX

DATA ·numbers+0(SB)/4, $0
DATA ·numbers+4(SB)/4, $1
DATA ·numbers+8(SB)/4, $2
DATA ·numbers+12(SB)/4, $3
GLOBL ·numbers(SB), RODATA|NOPTR, $16

DATA ·fours+0(SB)/4, $4
DATA ·fours+4(SB)/4, $4
DATA ·fours+8(SB)/4, $4
DATA ·fours+12(SB)/4, $4
GLOBL ·fours(SB), RODATA|NOPTR, $16

// a third, as in Go: 1.0 / 3 rounded
DATA ·thirds+0(SB)/4, $0x3EAAAAAB
DATA ·thirds+4(SB)/4, $0x3EAAAAAB
DATA ·thirds+8(SB)/4, $0x3EAAAAAB
DATA ·thirds+12(SB)/4, $0x3EAAAAAB
GLOBL ·thirds(SB), RODATA|NOPTR, $16

// func farthestSSE(list *Points, count int, dir vec.Vec3) (index int)
//
// X3 holds the best of each lane, X6 their indices and X5 those of the current group.
TEXT ·farthestSSE(SB), NOSPLIT, $0-40
	MOVQ    list+0(FP), SI
	MOVQ    count+8(FP), CX
	MOVSS   dir_X+16(FP), X0
	SHUFPS  $0, X0, X0
	MOVSS   dir_Y+20(FP), X1
	SHUFPS  $0, X1, X1
	MOVSS   dir_Z+24(FP), X2
	SHUFPS  $0, X2, X2
	MOVOU   ·numbers(SB), X5
	MOVO    X5, X6
	MOVOU   ·fours(SB), X7
	DOT(X3)
	JMP     next
group:
	ADDQ    $48, SI
	PADDL   X7, X5
	DOT(X8)
	BETTER(X3, X8, MAXPS)
next:
	DECQ    CX
	JNE     group
	LOWEST(MAXPS)
	MOVQ    AX, index+32(FP)
	RET

// func heightsSSE(out *float32, list *Points, count int, n vec.Vec3, offset float32) (index int)
//
// Registers as in farthestSSE, and X11 holds the offset.
TEXT ·heightsSSE(SB), NOSPLIT, $0-48
	MOVQ    out+0(FP), DI
	MOVQ    list+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVSS   n_X+24(FP), X0
	SHUFPS  $0, X0, X0
	MOVSS   n_Y+28(FP), X1
	SHUFPS  $0, X1, X1
	MOVSS   n_Z+32(FP), X2
	SHUFPS  $0, X2, X2
	MOVSS   offset+36(FP), X11
	SHUFPS  $0, X11, X11
	MOVOU   ·numbers(SB), X5
	MOVO    X5, X6
	MOVOU   ·fours(SB), X7
	DOT(X3)
	SUBPS   X11, X3
	MOVUPS  X3, 0(DI)
	JMP     next
group:
	ADDQ    $48, SI
	ADDQ    $16, DI
	PADDL   X7, X5
	DOT(X8)
	SUBPS   X11, X8
	MOVUPS  X8, 0(DI)
	BETTER(X8, X3, MINPS)
next:
	DECQ    CX
	JNE     group
	LOWEST(MINPS)
	MOVQ    AX, index+40(FP)
	RET

// func aboveSSE(out *Above, list *Planes, count int, a, b, c vec.Vec3) (index int)
//
// X0 to X8 hold the corners, X9 to X12 four planes. The best of all is found in a second pass.
TEXT ·aboveSSE(SB), NOSPLIT, $0-72
	MOVQ    out+0(FP), DI
	MOVQ    list+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVSS   a_X+24(FP), X0
	SHUFPS  $0, X0, X0
	MOVSS   a_Y+28(FP), X1
	SHUFPS  $0, X1, X1
	MOVSS   a_Z+32(FP), X2
	SHUFPS  $0, X2, X2
	MOVSS   b_X+36(FP), X3
	SHUFPS  $0, X3, X3
	MOVSS   b_Y+40(FP), X4
	SHUFPS  $0, X4, X4
	MOVSS   b_Z+44(FP), X5
	SHUFPS  $0, X5, X5
	MOVSS   c_X+48(FP), X6
	SHUFPS  $0, X6, X6
	MOVSS   c_Y+52(FP), X7
	SHUFPS  $0, X7, X7
	MOVSS   c_Z+56(FP), X8
	SHUFPS  $0, X8, X8
	MOVQ    DI, R8
	MOVQ    CX, R9
group:
	MOVUPS  0(SI), X9
	MOVUPS  16(SI), X10
	MOVUPS  32(SI), X11
	MOVUPS  48(SI), X12
	MOVAPS  X9, X13
	MULPS   X0, X13
	MOVAPS  X10, X14
	MULPS   X1, X14
	ADDPS   X14, X13
	MOVAPS  X11, X14
	MULPS   X2, X14
	ADDPS   X14, X13
	SUBPS   X12, X13
	MOVAPS  X9, X15
	MULPS   X3, X15
	MOVAPS  X10, X14
	MULPS   X4, X14
	ADDPS   X14, X15
	MOVAPS  X11, X14
	MULPS   X5, X14
	ADDPS   X14, X15
	SUBPS   X12, X15
	MULPS   X6, X9
	MULPS   X7, X10
	ADDPS   X10, X9
	MULPS   X8, X11
	ADDPS   X11, X9
	SUBPS   X12, X9
	// x, y and z are in X13, X15 and X9: their mean, and the least of them
	MOVAPS  X13, X14
	ADDPS   X15, X14
	ADDPS   X9, X14
	MOVUPS  ·thirds(SB), X10
	MULPS   X10, X14
	MOVAPS  X15, X10
	MINPS   X13, X10
	MOVAPS  X9, X11
	MINPS   X10, X11
	MOVUPS  X11, 64(DI)
	// one row for each plane
	MOVAPS   X13, X10
	UNPCKLPS X15, X10
	UNPCKHPS X15, X13
	MOVAPS   X9, X11
	UNPCKLPS X14, X11
	UNPCKHPS X14, X9
	MOVAPS   X10, X12
	MOVLHPS  X11, X12
	MOVUPS   X12, 0(DI)
	MOVHLPS  X10, X11
	MOVUPS   X11, 16(DI)
	MOVAPS   X13, X12
	MOVLHPS  X9, X12
	MOVUPS   X12, 32(DI)
	MOVHLPS  X13, X9
	MOVUPS   X9, 48(DI)
	ADDQ    $64, SI
	ADDQ    $80, DI
	DECQ    CX
	JNE     group

	MOVOU   ·numbers(SB), X5
	MOVO    X5, X6
	MOVOU   ·fours(SB), X7
	MOVUPS  64(R8), X3
	JMP     next
least:
	ADDQ    $80, R8
	PADDL   X7, X5
	MOVUPS  64(R8), X8
	BETTER(X3, X8, MAXPS)
next:
	DECQ    R9
	JNE     least
	LOWEST(MAXPS)
	MOVQ    AX, index+64(FP)
	RET

// func spanSSE(ends *[2]vec.Vec3, list *Points, count int, r *vec.Mat3)
//
// One axis after the other; X3 and X5 hold the least and the greatest of each lane.
TEXT ·spanSSE(SB), NOSPLIT, $0-32
	MOVQ    ends+0(FP), DI
	MOVQ    r+24(FP), DX
	MOVQ    $3, BX
	XORPS   X7, X7
axis:
	MOVQ    list+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVSS   0(DX), X0
	SHUFPS  $0, X0, X0
	MOVSS   4(DX), X1
	SHUFPS  $0, X1, X1
	MOVSS   8(DX), X2
	SHUFPS  $0, X2, X2
	DOT(X3)
	ADDPS   X7, X3
	MOVAPS  X3, X5
	JMP     next
group:
	ADDQ    $48, SI
	DOT(X8)
	ADDPS   X7, X8
	MINPS   X8, X3
	MAXPS   X8, X5
next:
	DECQ    CX
	JNE     group
	MOVAPS  X3, X4
	SHUFPS  $0x4E, X4, X4
	MINPS   X4, X3
	MOVAPS  X3, X4
	SHUFPS  $0xB1, X4, X4
	MINPS   X4, X3
	MOVSS   X3, 0(DI)
	MOVAPS  X5, X4
	SHUFPS  $0x4E, X4, X4
	MAXPS   X4, X5
	MOVAPS  X5, X4
	SHUFPS  $0xB1, X4, X4
	MAXPS   X4, X5
	MOVSS   X5, 12(DI)
	ADDQ    $12, DX
	ADDQ    $4, DI
	DECQ    BX
	JNE     axis
	RET

// func openSSE(list *uint16, edges *Edge, count int, above *Above, useful float32) (n int)
//
// The row of a face is 16 bytes in a group of 80.
TEXT ·openSSE(SB), NOSPLIT, $0-48
	MOVQ    list+0(FP), DI
	MOVQ    edges+8(FP), SI
	MOVQ    count+16(FP), CX
	MOVQ    above+24(FP), DX
	MOVSS   useful+32(FP), X5
	XORQ    R8, R8
	XORQ    R9, R9
edge:
	MOVWLZX 4(SI), AX
	MOVWLZX 6(SI), BX
	MOVUPS  (DX)(AX*1), X0
	MOVUPS  (DX)(BX*1), X1
	MAXPS   X1, X0
	MOVAPS  X0, X1
	SHUFPS  $0x4E, X1, X1
	MINPS   X1, X0
	MOVAPS  X0, X1
	SHUFPS  $0xB1, X1, X1
	MINPS   X1, X0
	MOVSS   0(SI), X1
	MULSS   X0, X1
	MAXSS   X0, X1
	MOVW    R9, (DI)(R8*2)
	XORL    AX, AX
	UCOMISS X5, X1
	SETHI   AX
	ADDQ    AX, R8
	ADDQ    $2, R9
	ADDQ    $8, SI
	DECQ    CX
	JNE     edge
	MOVQ    R8, n+40(FP)
	RET

// func touchingSSE(out, list *int32, count int, leaves *Leaf, near, box *vec.AABB, clearance float32) (n int, least float32)
//
// X0 to X3 hold the ends of near and of box, X4 and X5 those of a leaf; their fourth lanes are of no meaning.
TEXT ·touchingSSE(SB), NOSPLIT, $0-68
	MOVQ   list+8(FP), SI
	MOVQ   count+16(FP), CX
	MOVQ   leaves+24(FP), DX
	// all lines are asked for before the first is read
	XORQ   BX, BX
ask:
	MOVLQSX (SI)(BX*4), AX
	SHLQ   $6, AX
	PREFETCHT0 32(DX)(AX*1)
	INCQ   BX
	CMPQ   BX, CX
	JLT    ask

	MOVQ   out+0(FP), DI
	MOVQ   near+32(FP), AX
	MOVUPS 0(AX), X0
	MOVUPS 8(AX), X1
	SHUFPS $0x39, X1, X1
	MOVQ   box+40(FP), AX
	MOVUPS 0(AX), X2
	MOVUPS 8(AX), X3
	SHUFPS $0x39, X3, X3
	MOVSS  clearance+48(FP), X12
	XORPS  X13, X13
	XORQ   R8, R8
	XORQ   R9, R9
leaf:
	MOVLQSX (SI)(R9*4), AX
	SHLQ   $6, AX
	MOVL   R9, (DI)(R8*4)
	MOVUPS 36(DX)(AX*1), X4
	MOVUPS 44(DX)(AX*1), X5
	SHUFPS $0x39, X5, X5
	// how far out along each axis
	MOVAPS X4, X6
	SUBPS  X1, X6
	MOVAPS X0, X7
	SUBPS  X5, X7
	MAXPS  X7, X6
	PSHUFD $1, X6, X7
	PSHUFD $2, X6, X8
	MAXSS  X7, X6
	MAXSS  X8, X6
	// AX: the leaf touches the box, BX: and not near
	MOVAPS X3, X8
	SUBPS  X4, X8
	SUBPS  X2, X5
	ORPS   X5, X8
	MOVMSKPS X8, R10
	XORL   AX, AX
	TESTL  $7, R10
	SETEQ  AX
	XORL   BX, BX
	UCOMISS X13, X6
	SETHI  BX
	ANDL   AX, BX
	SUBL   BX, AX
	ADDQ   AX, R8
	// the least of the gaps of those
	NEGL   BX
	MOVL   BX, X9
	ANDPS  X9, X6
	ANDNPS X12, X9
	ORPS   X9, X6
	MINSS  X6, X12
	INCQ   R9
	CMPQ   R9, CX
	JLT    leaf
	MOVQ   R8, n+56(FP)
	MOVSS  X12, least+64(FP)
	RET

// SLAB sets bit 4 of BX if the corners with coordinates in X3, X4 and X0 are all beyond one side of the box at R8 along an axis, of
// which the numbers are at the given place of each list. It uses AX and X5 to X7.
#define SLAB(at) \
	MOVUPS at(R8), X5; \
	MULPS  X3, X5; \
	MOVUPS at+48(R8), X6; \
	MULPS  X4, X6; \
	ADDPS  X6, X5; \
	MOVUPS at+96(R8), X6; \
	MULPS  X0, X6; \
	ADDPS  X6, X5; \
	MOVUPS at+192(R8), X7; \
	MOVAPS X5, X6; \
	CMPPS  X7, X6, $1; \
	MOVMSKPS X6, AX; \
	INCL   AX; \
	ORL    AX, BX; \
	MOVUPS at+240(R8), X7; \
	CMPPS  X5, X7, $1; \
	MOVMSKPS X7, AX; \
	INCL   AX; \
	ORL    AX, BX

// func crossingSSE(entries *int32, count int, list *int32, leaves *Leaf, box *Box) (n int)
//
// X13 to X15 are the origin of the box. The fourth lane is that of the third corner again.
TEXT ·crossingSSE(SB), NOSPLIT, $0-48
	MOVQ   entries+0(FP), DI
	MOVQ   count+8(FP), CX
	MOVQ   list+16(FP), SI
	MOVQ   leaves+24(FP), DX
	MOVQ   box+32(FP), R8
	MOVUPS 144(R8), X13
	MOVUPS 160(R8), X14
	MOVUPS 176(R8), X15
	XORQ   R9, R9
	XORQ   R10, R10
entry:
	MOVLQSX (DI)(R9*4), R11
	MOVL   R11, (DI)(R10*4)
	MOVLQSX (SI)(R11*4), AX
	SHLQ   $6, AX
	MOVUPS 0(DX)(AX*1), X0
	MOVUPS 12(DX)(AX*1), X1
	MOVUPS 24(DX)(AX*1), X2
	// from corners to coordinates: x in X3, y in X4, z in X0
	MOVAPS X0, X3
	UNPCKLPS X1, X3
	UNPCKHPS X1, X0
	MOVAPS X3, X4
	SHUFPS $0x04, X2, X3
	SHUFPS $0x5E, X2, X4
	SHUFPS $0xA4, X2, X0
	SUBPS  X13, X3
	SUBPS  X14, X4
	SUBPS  X15, X0
	XORL   BX, BX
	SLAB(0)
	SLAB(16)
	SLAB(32)
	XORL   AX, AX
	TESTL  $16, BX
	SETEQ  AX
	ADDQ   AX, R10
	INCQ   R9
	CMPQ   R9, CX
	JLT    entry
	MOVQ   R10, n+40(FP)
	RET

// APART sets the zero flag if the box at the given place, with its ends in X4 and X5 then, touches the one in X2 and X3. It uses AX.
#define APART(at, index) \
	MOVUPS at(DX)(index*1), X4; \
	MOVUPS at+8(DX)(index*1), X5; \
	SHUFPS $0x39, X5, X5; \
	MOVAPS X3, X8; \
	SUBPS  X4, X8; \
	SUBPS  X2, X5; \
	ORPS   X5, X8; \
	MOVMSKPS X8, AX; \
	TESTL  $7, AX

// func leavesSSE(list *int32, room int, nodes *Node, leaves *Leaf, box *vec.AABB) (n int)
//
// The stack of parts, 32 bytes each, is the frame; R9 is how many are on it.
TEXT ·leavesSSE(SB), NOSPLIT, $256-48
	MOVQ   list+0(FP), DI
	MOVQ   room+8(FP), R11
	MOVQ   leaves+24(FP), R12
	MOVQ   box+32(FP), AX
	MOVUPS 0(AX), X2
	MOVUPS 8(AX), X3
	SHUFPS $0x39, X3, X3
	MOVQ   nodes+16(FP), DX
	XORQ   R8, R8
	XORQ   R9, R9
	XORQ   BX, BX
node:
	// BX is the number of the node
	MOVQ   BX, R10
	SHLQ   $5, R10
	MOVLQSX 24(DX)(R10*1), SI
	MOVLQSX 28(DX)(R10*1), CX
	TESTQ  CX, CX
	JNE    leaf
	// the parts are listed in any case, and counted if they touch
	MOVL   SI, stack-256(SP)(R9*4)
	SHLQ   $5, SI
	APART(0, SI)
	SETEQ  AX
	MOVBLZX AX, AX
	ADDQ   AX, R9
	INCQ   BX
	MOVL   BX, stack-256(SP)(R9*4)
	APART(32, R10)
	SETEQ  AX
	MOVBLZX AX, AX
	ADDQ   AX, R9
next:
	SUBQ   $1, R9
	JLT    done
	MOVLQSX stack-256(SP)(R9*4), BX
	JMP    node
leaf:
	// SI is the number of a leaf, CX how many follow
	MOVQ   SI, R10
	SHLQ   $6, R10
	XCHGQ  DX, R12
item:
	MOVL   SI, (DI)(R8*4)
	APART(36, R10)
	SETEQ  AX
	MOVBLZX AX, AX
	ADDQ   AX, R8
	CMPQ   R8, R11
	JEQ    done
	INCQ   SI
	ADDQ   $64, R10
	DECQ   CX
	JNE    item
	XCHGQ  DX, R12
	JMP    next
done:
	MOVQ   R8, n+40(FP)
	RET
