package physics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/shape"
)

// The arguments and results of recorded calls are written by their types: numbers
// little-endian, booleans and tags as a byte, lists and texts with a u32 length before them, structs
// field by field. A handle is a tag (which world), its slot and its generation. An error is its
// text, empty for none. Hulls, meshes, height fields and compounds are numbers in the table of
// geometries.

// errCallShort says that a call ends early.
var errCallShort = errors.New("the call ends early")

// callWriter writes values of recorded calls.
type callWriter struct {
	world *World
	out   []byte
	// table numbers the geometries; fresh are those that were not there before.
	table map[unsafe.Pointer]int
	fresh []shape.Geometry
}

// handleTag says which world a handle names.
type handleTag byte

const (
	zeroHandle handleTag = iota
	ownHandle
	foreignHandle
)

var (
	worldType    = reflect.TypeFor[*World]()
	snapshotType = reflect.TypeFor[*Snapshot]()
	geometryType = reflect.TypeFor[shape.Geometry]()
	errorType    = reflect.TypeFor[error]()
	shapeSum     = reflect.TypeFor[Geometry]()
)

// geometryTypes are the forms that a shape can have; the place is the tag, 0 is nil.
var geometryTypes = []reflect.Type{nil,
	reflect.TypeFor[Sphere](), reflect.TypeFor[Capsule](), reflect.TypeFor[TaperedCapsule](), reflect.TypeFor[Cylinder](),
	reflect.TypeFor[Cone](), reflect.TypeFor[Plane](), reflect.TypeFor[Box](), reflect.TypeFor[Hull](),
	reflect.TypeFor[Mesh](), reflect.TypeFor[HeightField](), reflect.TypeFor[Compound](),
}

// open returns v so that it can be read and set, unexported or not.
func open(v reflect.Value) reflect.Value {
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

// value writes v, which must be addressable.
func (c *callWriter) value(v reflect.Value) {
	if c.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			c.value(open(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	case reflect.Slice:
		c.out = binary.LittleEndian.AppendUint32(c.out, uint32(v.Len()))
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	default:
		c.plain(v)
	}
}

// special writes the values that are not written field by field.
func (c *callWriter) special(v reflect.Value) bool {
	switch {
	case v.Type() == worldType:
		// there is one only
	case v.Type() == snapshotType:
		c.snapshot(v)
	case v.Type() == geometryType:
		c.geometry((*shape.Geometry)(unsafe.Pointer(v.UnsafeAddr())))
	case v.Type() == errorType:
		text := ""
		if !v.IsNil() {
			text = v.Interface().(error).Error()
		}
		c.text(text)
	case v.Type() == shapeSum:
		c.sum(v)
	case isHandle(v.Type()):
		c.handle(v)
	default:
		return false
	}
	return true
}

// isHandle reports whether t is Body, Shape or Joint.
func isHandle(t reflect.Type) bool {
	return t.Kind() == reflect.Struct && t.NumField() == 3 && t.Field(0).Type == worldType
}

func (c *callWriter) text(s string) {
	c.out = append(binary.LittleEndian.AppendUint32(c.out, uint32(len(s))), s...)
}

// plain writes a number, a truth value or a text.
func (c *callWriter) plain(v reflect.Value) {
	le := binary.LittleEndian
	switch v.Kind() {
	case reflect.String:
		c.text(v.String())
	case reflect.Bool:
		b := byte(0)
		if v.Bool() {
			b = 1
		}
		c.out = append(c.out, b)
	case reflect.Float32:
		c.out = le.AppendUint32(c.out, math.Float32bits(float32(v.Float())))
	case reflect.Uint8:
		c.out = append(c.out, byte(v.Uint()))
	case reflect.Uint32:
		c.out = le.AppendUint32(c.out, uint32(v.Uint()))
	case reflect.Int32:
		c.out = le.AppendUint32(c.out, uint32(v.Int()))
	case reflect.Int, reflect.Int64:
		c.out = le.AppendUint64(c.out, uint64(v.Int()))
	case reflect.Uint64:
		c.out = le.AppendUint64(c.out, v.Uint())
	default:
		panic(fmt.Sprintf("physics: a recorded call has a %v", v.Type()))
	}
}

func (c *callWriter) handle(v reflect.Value) {
	tag := foreignHandle
	switch (*World)(open(v.Field(0)).UnsafePointer()) {
	case nil:
		tag = zeroHandle
	case c.world:
		tag = ownHandle
	}
	c.out = append(c.out, byte(tag))
	c.out = binary.LittleEndian.AppendUint32(c.out, uint32(v.Field(1).Int()))
	c.out = binary.LittleEndian.AppendUint32(c.out, uint32(v.Field(2).Uint()))
}

func (c *callWriter) sum(v reflect.Value) {
	tag := 0
	if !v.IsNil() {
		for tag = len(geometryTypes) - 1; tag > 0 && geometryTypes[tag] != v.Elem().Type(); tag-- {
		}
	}
	c.out = append(c.out, byte(tag))
	if tag > 0 {
		p := reflect.New(geometryTypes[tag])
		p.Elem().Set(v.Elem())
		c.value(p.Elem())
	}
}

// geometry writes the number of a geometry in the table; the zero value has none.
func (c *callWriter) geometry(g *shape.Geometry) {
	var key unsafe.Pointer
	switch {
	case g.Poly != nil:
		key = unsafe.Pointer(g.Poly)
	case g.Mesh != nil:
		key = unsafe.Pointer(g.Mesh)
	case g.Field != nil:
		key = unsafe.Pointer(g.Field)
	case g.Children != nil:
		key = unsafe.Pointer(g.Children)
	default:
		c.out = binary.LittleEndian.AppendUint32(c.out, 0)
		return
	}
	n, ok := c.table[key]
	if !ok {
		n = len(c.table) + 1
		c.table[key] = n
		c.fresh = append(c.fresh, *g)
	}
	c.out = binary.LittleEndian.AppendUint32(c.out, uint32(n))
}

func (c *callWriter) snapshot(v reflect.Value) {
	var data []byte
	if s := (*Snapshot)(v.UnsafePointer()); s != nil && s.held.Valid() {
		var err error
		if data, err = s.MarshalBinary(); err != nil {
			data = nil
		}
	}
	c.out = append(binary.LittleEndian.AppendUint32(c.out, uint32(len(data))), data...)
}

// callReader reads what callWriter wrote. After the first error it gives zeros.
type callReader struct {
	world, foreign *World
	geometries     []shape.Geometry
	data           []byte
	err            error
}

func (c *callReader) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *callReader) take(n int) []byte {
	if c.err != nil || n < 0 || n > len(c.data) {
		c.fail(errCallShort)
		return make([]byte, min(max(n, 0), 8))
	}
	b := c.data[:n]
	c.data = c.data[n:]
	return b
}

func (c *callReader) u32() uint32 { return binary.LittleEndian.Uint32(c.take(4)) }

// length reads the length of a list whose elements take at least size bytes.
func (c *callReader) length(size int) int {
	n := int64(c.u32())
	if n*int64(size) > int64(len(c.data)) {
		c.fail(errCallShort)
		return 0
	}
	return int(n)
}

// value reads into v, which must be addressable.
func (c *callReader) value(v reflect.Value) {
	if c.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			c.value(open(v.Field(i)))
		}
	case reflect.Array:
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	case reflect.Slice:
		n := c.length(1)
		for range n {
			if c.err != nil {
				return
			}
			e := reflect.New(v.Type().Elem()).Elem()
			c.value(e)
			v.Set(reflect.Append(v, e))
		}
	default:
		c.plain(v)
	}
}

// special reads what callWriter.special wrote.
func (c *callReader) special(v reflect.Value) bool {
	switch {
	case v.Type() == worldType:
		v.Set(reflect.ValueOf(c.world))
	case v.Type() == snapshotType:
		s := &Snapshot{}
		if data := c.take(c.length(1)); c.err == nil && len(data) > 0 {
			if err := s.UnmarshalBinary(data); err != nil {
				c.fail(err)
			}
		}
		v.Set(reflect.ValueOf(s))
	case v.Type() == geometryType:
		c.geometry((*shape.Geometry)(unsafe.Pointer(v.UnsafeAddr())))
	case v.Type() == errorType:
		if text := c.take(c.length(1)); c.err == nil && len(text) > 0 {
			v.Set(reflect.ValueOf(errors.New(string(text))))
		}
	case v.Type() == shapeSum:
		c.sum(v)
	case isHandle(v.Type()):
		c.handle(v)
	default:
		return false
	}
	return true
}

// plain reads a number, a truth value or a text.
func (c *callReader) plain(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(c.take(c.length(1))))
	case reflect.Bool:
		b := c.take(1)[0]
		if b > 1 {
			c.fail(fmt.Errorf("%d is not 0 or 1", b))
		}
		v.SetBool(b == 1)
	case reflect.Float32:
		v.SetFloat(float64(math.Float32frombits(c.u32())))
	case reflect.Uint8:
		v.SetUint(uint64(c.take(1)[0]))
	case reflect.Uint32:
		v.SetUint(uint64(c.u32()))
	case reflect.Int32:
		v.SetInt(int64(int32(c.u32())))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(binary.LittleEndian.Uint64(c.take(8))))
	case reflect.Uint64:
		v.SetUint(binary.LittleEndian.Uint64(c.take(8)))
	default:
		panic(fmt.Sprintf("physics: a recorded call has a %v", v.Type()))
	}
}

func (c *callReader) handle(v reflect.Value) {
	tag := handleTag(c.take(1)[0])
	world := c.world
	switch tag {
	case zeroHandle:
		world = nil
	case foreignHandle:
		world = c.foreign
	case ownHandle:
	default:
		c.fail(fmt.Errorf("handle of world %d", tag))
	}
	open(v.Field(0)).Set(reflect.ValueOf(world))
	open(v.Field(1)).SetInt(int64(int32(c.u32())))
	open(v.Field(2)).SetUint(uint64(c.u32()))
}

func (c *callReader) sum(v reflect.Value) {
	tag := int(c.take(1)[0])
	if tag >= len(geometryTypes) {
		c.fail(fmt.Errorf("geometry of kind %d", tag))
		return
	}
	if tag > 0 {
		g := reflect.New(geometryTypes[tag]).Elem()
		c.value(g)
		v.Set(g)
	}
}

func (c *callReader) geometry(g *shape.Geometry) {
	n := c.u32()
	if n == 0 {
		return
	}
	if uint64(n) > uint64(len(c.geometries)) {
		c.fail(fmt.Errorf("geometry %d of %d", n, len(c.geometries)))
		return
	}
	*g = c.geometries[n-1]
}

// codeGeometries writes or reads the table of geometries.
func codeGeometries(c *flat.Coder, list *[]shape.Geometry) {
	shape.Code(c, "geometries", list)
	if !c.Reading || c.Err() != nil {
		return
	}
	for i := range *list {
		if err := (*list)[i].Check(); err != nil {
			c.Fail("geometries", fmt.Errorf("%d: %w", i, err))
			return
		}
	}
}
