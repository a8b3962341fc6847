package physics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"unsafe"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/journal"
	"tumble/physics/internal/shape"
)

// The arguments and results of recorded calls are written one after the other: numbers little-endian, truth values
// and tags as a byte, lists and texts with a u32 length before them, structs field by field. A handle is a tag (which
// world), its slot and its generation. An error is its text, empty for none. Hulls, meshes, height fields and
// compounds are numbers in the table of shapes. The methods for structs are generated.

// coder writes the values of a call, or reads them: one method for each type serves both ways.
type coder struct {
	reading bool
	// data are the bytes written, or those left to read.
	data []byte
	err  error
	// world is the one of the call. Handles of other worlds become handles of foreign when they are read.
	world, foreign *World
	shapes         *shapeTable
	packer         *journal.Packer
}

var errCallShort = errors.New("the call ends early")

func (cd *coder) fail(err error) {
	if cd.err == nil {
		cd.err = err
	}
}

// zeros is given to those who read beyond the end.
var zeros [8]byte

// take returns the next n bytes, zeros after the end.
func (cd *coder) take(n int) []byte {
	if cd.err != nil || n < 0 || n > len(cd.data) {
		cd.fail(errCallShort)
		return zeros[:min(max(n, 0), len(zeros))]
	}
	b := cd.data[:n]
	cd.data = cd.data[n:]
	return b
}

func code8[T ~uint8](cd *coder, v *T) {
	if cd.reading {
		*v = T(cd.take(1)[0])
		return
	}
	cd.data = append(cd.data, byte(*v))
}

func code32[T ~int32 | ~uint32](cd *coder, v *T) {
	if cd.reading {
		*v = T(binary.LittleEndian.Uint32(cd.take(4)))
		return
	}
	cd.data = binary.LittleEndian.AppendUint32(cd.data, uint32(*v))
}

func code64[T ~int | ~int64 | ~uint64](cd *coder, v *T) {
	if cd.reading {
		*v = T(binary.LittleEndian.Uint64(cd.take(8)))
		return
	}
	cd.data = binary.LittleEndian.AppendUint64(cd.data, uint64(*v))
}

func (cd *coder) float32(v *float32) {
	bits := math.Float32bits(*v)
	code32(cd, &bits)
	*v = math.Float32frombits(bits)
}

func (cd *coder) bool(v *bool) {
	b := byte(0)
	if *v {
		b = 1
	}
	code8(cd, &b)
	if b > 1 {
		cd.fail(fmt.Errorf("%d is not 0 or 1", b))
	}
	*v = b == 1
}

// bytes codes a list of bytes. Read ones are part of the data.
func (cd *coder) bytes(v *[]byte) {
	n := cd.length(len(*v))
	if cd.reading {
		*v = cd.take(n)
		return
	}
	cd.data = append(cd.data, *v...)
}

// length codes the length of a list whose elements take at least a byte each.
func (cd *coder) length(n int) int {
	u := uint32(n)
	code32(cd, &u)
	if cd.reading && uint64(u) > uint64(len(cd.data)) {
		cd.fail(errCallShort)
		return 0
	}
	return int(u)
}

func (cd *coder) string(v *string) {
	n := cd.length(len(*v))
	if cd.reading {
		*v = string(cd.take(n))
		return
	}
	cd.data = append(cd.data, *v...)
}

func (cd *coder) error(v *error) {
	text := ""
	if *v != nil {
		text = (*v).Error()
	}
	cd.string(&text)
	if cd.reading {
		*v = nil
		if cd.err == nil && text != "" {
			*v = errors.New(text)
		}
	}
}

// codeList codes a list with its length. It grows as elements are read, so that a length alone takes no memory.
func codeList[T any](cd *coder, list *[]T, element func(*coder, *T)) {
	n := cd.length(len(*list))
	if !cd.reading {
		for i := range *list {
			element(cd, &(*list)[i])
		}
		return
	}
	for range n {
		if cd.err != nil {
			return
		}
		var v T
		element(cd, &v)
		*list = append(*list, v)
	}
}

// theWorld is the world of the call, which takes no bytes.
func (cd *coder) theWorld(v **World) { *v = cd.world }

// handleTag says which world a handle names.
type handleTag byte

const (
	zeroHandle handleTag = iota
	ownHandle
	foreignHandle
)

func (cd *coder) handle(world **World, index *int32, generation *uint32) {
	tag := foreignHandle
	switch *world {
	case nil:
		tag = zeroHandle
	case cd.world:
		tag = ownHandle
	}
	code8(cd, &tag)
	code32(cd, index)
	code32(cd, generation)
	if !cd.reading {
		return
	}
	switch tag {
	case zeroHandle:
		*world = nil
	case ownHandle:
		*world = cd.world
	case foreignHandle:
		*world = cd.foreign
	default:
		cd.fail(fmt.Errorf("handle of world %d", tag))
	}
}

func (cd *coder) body(v *Body)   { cd.handle(&v.world, &v.index, &v.generation) }
func (cd *coder) shape(v *Shape) { cd.handle(&v.world, &v.index, &v.generation) }
func (cd *coder) joint(v *Joint) { cd.handle(&v.world, &v.index, &v.generation) }

// geometry codes the form of a shape: its tag and its values.
func (cd *coder) geometry(v *Geometry) {
	if !cd.reading {
		cd.writeGeometry(*v)
		return
	}
	*v = cd.readGeometry()
}

// The tags of the forms. They are part of the format.
const (
	noForm byte = iota
	sphereForm
	capsuleForm
	taperedCapsuleForm
	cylinderForm
	coneForm
	planeForm
	boxForm
	hullForm
	meshForm
	heightFieldForm
	compoundForm
)

func (cd *coder) writeGeometry(v Geometry) {
	tag := func(t byte) { cd.data = append(cd.data, t) }
	switch g := v.(type) {
	case Sphere:
		tag(sphereForm)
		cd.sphere(&g)
	case Capsule:
		tag(capsuleForm)
		cd.capsule(&g)
	case TaperedCapsule:
		tag(taperedCapsuleForm)
		cd.taperedCapsule(&g)
	case Cylinder:
		tag(cylinderForm)
		cd.cylinder(&g)
	case Cone:
		tag(coneForm)
		cd.cone(&g)
	case Plane:
		tag(planeForm)
		cd.plane(&g)
	case Box:
		tag(boxForm)
		cd.box(&g)
	case Hull:
		tag(hullForm)
		cd.built(&g.geometry)
	case Mesh:
		tag(meshForm)
		cd.built(&g.geometry)
	case HeightField:
		tag(heightFieldForm)
		cd.built(&g.geometry)
	case Compound:
		tag(compoundForm)
		cd.built(&g.geometry)
	default:
		// a pointer to one of these, or nil, is refused by the call
		tag(noForm)
	}
}

func (cd *coder) readGeometry() Geometry {
	var tag byte
	switch code8(cd, &tag); tag {
	case noForm:
		return nil
	case sphereForm:
		return readForm(cd, (*coder).sphere)
	case capsuleForm:
		return readForm(cd, (*coder).capsule)
	case taperedCapsuleForm:
		return readForm(cd, (*coder).taperedCapsule)
	case cylinderForm:
		return readForm(cd, (*coder).cylinder)
	case coneForm:
		return readForm(cd, (*coder).cone)
	case planeForm:
		return readForm(cd, (*coder).plane)
	case boxForm:
		return readForm(cd, (*coder).box)
	case hullForm, meshForm, heightFieldForm, compoundForm:
		var g shape.Geometry
		cd.built(&g)
		return []Geometry{Hull{g}, Mesh{g}, HeightField{g}, Compound{g}}[tag-hullForm]
	}
	cd.fail(fmt.Errorf("geometry of kind %d", tag))
	return nil
}

func readForm[T Geometry](cd *coder, read func(*coder, *T)) Geometry {
	var g T
	read(cd, &g)
	return g
}

// shapeTable numbers the hulls, meshes, height fields and compounds of a recording, from 1.
type shapeTable struct {
	list []shape.Geometry
	// numbers and fresh are for writing: fresh are those that the journal has not got yet.
	numbers map[keyOfShape]uint32
	fresh   []shape.Geometry
}

// keyOfShape is the same for geometries that share their data.
type keyOfShape = unsafe.Pointer

// number returns that of a geometry, 0 for the zero value.
func (t *shapeTable) number(g *shape.Geometry) uint32 {
	var key keyOfShape
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
		return 0
	}
	n, ok := t.numbers[key]
	if !ok {
		n = uint32(len(t.numbers) + 1)
		t.numbers[key] = n
		t.fresh = append(t.fresh, *g)
	}
	return n
}

// built codes the number of a geometry.
func (cd *coder) built(g *shape.Geometry) {
	n := uint32(0)
	if !cd.reading {
		n = cd.shapes.number(g)
	}
	code32(cd, &n)
	if !cd.reading || n == 0 {
		return
	}
	if uint64(n) > uint64(len(cd.shapes.list)) {
		cd.fail(fmt.Errorf("geometry %d of %d", n, len(cd.shapes.list)))
		return
	}
	*g = cd.shapes.list[n-1]
}

// codeShapes writes or reads geometries with what they refer to.
func codeShapes(c *flat.Coder, list *[]shape.Geometry) error {
	shape.Code(c, "shapes", list)
	for i := range *list {
		if err := c.Err(); err != nil || !c.Reading {
			return err
		}
		if err := (*list)[i].Check(); err != nil {
			return fmt.Errorf("shape %d: %w", i, err)
		}
	}
	return c.Err()
}

// snapshot codes a state, compressed.
func (cd *coder) snapshot(v **Snapshot) {
	if !cd.reading {
		cd.writeSnapshot(*v)
		return
	}
	var flags uint8
	var payload []byte
	code8(cd, &flags)
	cd.bytes(&payload)
	*v = &Snapshot{}
	if cd.err != nil || len(payload) == 0 {
		return
	}
	if err := (*v).unpack(payload, flags); err != nil {
		cd.fail(err)
	}
}

// writeSnapshot writes a state, no bytes for one that is empty.
func (cd *coder) writeSnapshot(s *Snapshot) {
	var payload []byte
	var flags uint8
	if s != nil && s.held.Valid() {
		data, err := s.MarshalBinary()
		if err != nil {
			cd.fail(err)
			return
		}
		payload, flags = cd.packer.Pack(data)
	}
	code8(cd, &flags)
	cd.bytes(&payload)
}

// unpack reads a state that is stored as a payload.
func (s *Snapshot) unpack(payload []byte, flags uint8) error {
	data, err := journal.Unpack(payload, flags)
	if err != nil {
		return err
	}
	return s.UnmarshalBinary(data)
}
