//go:build cgo

package gl

/*
#include <stdint.h>

#if defined(_WIN32)
#define TUMBLE_API __stdcall
#else
#define TUMBLE_API
#endif

typedef void(TUMBLE_API *tumble_draw)(unsigned mode, int count, unsigned type, const void *indices, int instances, int base);

static void tumble_draw_indexed(void *draw, unsigned mode, int count, unsigned type, uintptr_t offset, int instances, int base) {
	((tumble_draw)draw)(mode, count, type, (const void *)offset, instances, base);
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// indexedDraw is glDrawElementsInstancedBaseVertex with the place in the index buffer as a
// number. The binding takes it as a pointer, and a pointer that is a small number ends the
// program when the stack of the goroutine is copied while it lies there.
type indexedDraw struct{ call unsafe.Pointer }

const indexedDrawName = "glDrawElementsInstancedBaseVertex"

func findIndexedDraw(proc func(name string) unsafe.Pointer) (indexedDraw, error) {
	p := proc(indexedDrawName)
	if p == nil {
		return indexedDraw{}, fmt.Errorf("gl: %w: the driver has no %s", ErrUnsupported, indexedDrawName)
	}
	return indexedDraw{p}, nil
}

// draw draws count indices from a byte offset into the bound index buffer.
func (f indexedDraw) draw(mode uint32, count int32, kind uint32, offset uintptr, instances, base int32) {
	C.tumble_draw_indexed(f.call, C.uint(mode), C.int(count), C.uint(kind), C.uintptr_t(offset), C.int(instances), C.int(base))
}
