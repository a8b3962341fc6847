package renderer

import (
	"reflect"
	"testing"
	"unsafe"
)

// the device declares these layouts to the hardware byte by byte
func TestLayout(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"Op", unsafe.Sizeof(Op{}), 16},
		{"Draw", unsafe.Sizeof(Draw{}), 32},
		{"Instance", unsafe.Sizeof(Instance{}), 64},
		{"Instance.YX", unsafe.Offsetof(Instance{}.YX), 16},
		{"Instance.ZX", unsafe.Offsetof(Instance{}.ZX), 32},
		{"Instance.Color", unsafe.Offsetof(Instance{}.Color), 48},
		{"Instance.Material", unsafe.Offsetof(Instance{}.Material), 52},
		{"Instance.Flags", unsafe.Offsetof(Instance{}.Flags), 56},
		{"Instance.Stretch", unsafe.Offsetof(Instance{}.Stretch), 60},
		{"Material", unsafe.Sizeof(Material{}), 48},
		{"Material.Tint", unsafe.Offsetof(Material{}.Tint), 16},
		{"Line", unsafe.Sizeof(Line{}), 40},
		{"Line.ColorA", unsafe.Offsetof(Line{}.ColorA), 24},
		{"Line.Width", unsafe.Offsetof(Line{}.Width), 32},
		{"Point", unsafe.Sizeof(Point{}), 24},
		{"Point.Color", unsafe.Offsetof(Point{}.Color), 16},
		{"Quad", unsafe.Sizeof(Quad{}), 48},
		{"Quad.U0", unsafe.Offsetof(Quad{}.U0), 16},
		{"Quad.ColorTop", unsafe.Offsetof(Quad{}.ColorTop), 24},
		{"Quad.Radius", unsafe.Offsetof(Quad{}.Radius), 36},
		{"Quad.Kind", unsafe.Offsetof(Quad{}.Kind), 42},
		{"Quad.Depth", unsafe.Offsetof(Quad{}.Depth), 44},
		{"Vertex2D", unsafe.Sizeof(Vertex2D{}), 20},
		{"Vertex", unsafe.Sizeof(Vertex{}), 32},
		{"Vertex.EdgeA", unsafe.Offsetof(Vertex{}.EdgeA), 24},
		{"Vertex.Side", unsafe.Offsetof(Vertex{}.Side), 27},
		{"Vertex.U", unsafe.Offsetof(Vertex{}.U), 28},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}

// the garbage collector must never look into a slab
func TestSlabsHoldNoPointers(t *testing.T) {
	packet := reflect.TypeOf(Packet{})
	for i := range packet.NumField() {
		f := packet.Field(i)
		if f.Type.Kind() == reflect.Slice {
			noPointers(t, f.Name, f.Type.Elem())
		} else {
			noPointers(t, f.Name, f.Type)
		}
	}
}

func noPointers(t *testing.T, name string, typ reflect.Type) {
	switch typ.Kind() {
	case reflect.Struct:
		for i := range typ.NumField() {
			noPointers(t, name+"."+typ.Field(i).Name, typ.Field(i).Type)
		}
	case reflect.Array:
		noPointers(t, name, typ.Elem())
	case reflect.Pointer, reflect.Slice, reflect.String, reflect.Map, reflect.Func, reflect.Interface, reflect.Chan:
		t.Errorf("%s is a %s", name, typ.Kind())
	}
}
