package null

import (
	"encoding/binary"
	"math"
	"unsafe"

	"tumble/renderer"
)

// The first byte of a recorded call.
const (
	opCreateMesh = iota + 1
	opDestroyMesh
	opCreateTexture
	opUpdateTexture
	opDestroyTexture
	opBeginFrame
	opBeginPass
	opDraw
	opEndPass
	opEndFrame
	opReadPixels
	opFence
	opWaitFence
	opClose
)

func (d *Device) record(op byte, words ...uint64) {
	if !d.options.Record {
		return
	}
	d.stream = append(d.stream, op)
	for _, w := range words {
		d.stream = binary.LittleEndian.AppendUint64(d.stream, w)
	}
}

func (d *Device) recordDraw(o renderer.Op, w renderer.Draw) {
	if !d.options.Record {
		return
	}
	d.record(opDraw, uint64(o.Key), uint64(o.Kind)|uint64(o.Depth)<<8|uint64(o.Flags)<<16,
		uint64(w.Mesh.Index())<<32|uint64(w.Mesh.Generation()),
		uint64(w.Texture.Index())<<32|uint64(w.Texture.Generation()),
		uint64(w.First)<<32|uint64(w.Count),
		uint64(uint16(w.Clip.X0))|uint64(uint16(w.Clip.Y0))<<16|uint64(
			uint16(w.Clip.X1))<<32|uint64(uint16(w.Clip.Y1))<<48)
}

// recordPacket records everything of a packet that a device reads, but no time of the clock, which
// differs between runs.
func (d *Device) recordPacket(p *renderer.Packet) {
	if !d.options.Record {
		return
	}
	h := &p.Header
	d.record(opBeginFrame, h.ID, h.Tick, uint64(math.Float32bits(h.Alpha)), uint64(h.SimTime),
		uint64(h.Width)<<32|uint64(h.Height), uint64(math.Float32bits(h.ContentScale)),
		uint64(h.Vsync), uint64(h.SurfaceEpoch), uint64(h.Flags),
		hashValue(&p.View), hashValue(&p.Panes), hashValue(&p.Environment), hashValue(&p.Quality),
		hashSlab(p.Materials), hashSlab(p.Instances), hashSlab(p.Lines), hashSlab(p.Points),
		hashSlab(p.Quads), hashSlab(p.Vertices), hashSlab(p.Indices))
}

func hashMesh(m *renderer.MeshDesc) uint64 {
	return hashSlab(m.Vertices)*31 + hashSlab(m.Indices)
}

// hashValue hashes the bytes of a value without padding.
func hashValue[T any](v *T) uint64 { return hashSlab(unsafe.Slice(v, 1)) }

// hashSlab hashes the bytes of a slice of values without padding.
func hashSlab[T any](s []T) uint64 {
	if len(s) == 0 {
		return 0
	}
	var zero T
	return hashBytes(unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(zero))))
}

// hashBytes is FNV-1a over 64 bits.
func hashBytes(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}
