package record

import (
	"encoding/binary"
	"fmt"

	"tumble/engine/timestep"
)

// Limits of a recording. A file beyond them is refused.
const (
	maxNameBytes  = 256
	maxValueBytes = 64 << 10
	maxParams     = 4096
	maxInputs     = 1 << 24
	maxTicks      = 1 << 28
	maxParts      = 1 << 20
)

// Param is a name with a value as text.
type Param struct{ Name, Value string }

// SceneInfo says how a run starts.
type SceneInfo struct {
	// Scene is the name of the scene.
	Scene string
	// Hz is the tick rate at the start.
	Hz int64
	// Seed is the seed of the scene's random numbers.
	Seed uint64
	// Params are the parameters in the order in which they were set.
	Params []Param
}

func encodeScene(info SceneInfo) ([]byte, error) {
	if info.Hz < timestep.MinRate || info.Hz > timestep.MaxRate {
		return nil, fmt.Errorf("engine: recording: tick rate %d Hz: must be from %d to %d", info.Hz, timestep.MinRate,
			timestep.MaxRate)
	}
	if len(info.Scene) > maxNameBytes || len(info.Params) > maxParams {
		return nil, fmt.Errorf("engine: recording: scene name of %d bytes with %d parameters: at most %d and %d",
			len(info.Scene), len(info.Params), maxNameBytes, maxParams)
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(info.Hz))
	b = binary.LittleEndian.AppendUint64(b, info.Seed)
	b = appendString(b, info.Scene)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(info.Params)))
	for _, p := range info.Params {
		if len(p.Name) > maxNameBytes || len(p.Value) > maxValueBytes {
			return nil, fmt.Errorf("engine: recording: parameter %.40q of %d + %d bytes: at most %d + %d",
				p.Name, len(p.Name), len(p.Value), maxNameBytes, maxValueBytes)
		}
		b = appendString(appendString(b, p.Name), p.Value)
	}
	return b, nil
}

func appendString(b []byte, s string) []byte {
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(s))), s...)
}

// decodeScene reads the entry of a scene.
func decodeScene(data []byte) (SceneInfo, error) {
	var info SceneInfo
	p := payload{data: data}
	hz := p.u64()
	info.Seed = p.u64()
	info.Scene = p.str(maxNameBytes)
	n := p.u32()
	switch {
	case p.err != nil:
		return info, p.err
	case hz < uint64(timestep.MinRate) || hz > uint64(timestep.MaxRate):
		return info, fmt.Errorf("tick rate of %d Hz: must be from %d to %d", hz, timestep.MinRate, timestep.MaxRate)
	case n > maxParams:
		return info, fmt.Errorf("%d parameters: at most %d", n, maxParams)
	}
	info.Hz = int64(hz)
	for range n {
		param := Param{Name: p.str(maxNameBytes), Value: p.str(maxValueBytes)}
		if p.err != nil {
			return info, p.err
		}
		info.Params = append(info.Params, param)
	}
	if len(p.data) > 0 {
		return info, fmt.Errorf("%d bytes after the last parameter", len(p.data))
	}
	return info, nil
}

// payload reads values from an entry; after the first error it gives zeros.
type payload struct {
	data []byte
	err  error
}

func (p *payload) bytes(n int) []byte {
	if p.err == nil && n > len(p.data) {
		p.err = fmt.Errorf("%d bytes are left, %d needed", len(p.data), n)
	}
	if p.err != nil {
		return nil
	}
	b := p.data[:n]
	p.data = p.data[n:]
	return b
}

func (p *payload) u32() uint32 {
	if b := p.bytes(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (p *payload) u64() uint64 {
	if b := p.bytes(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (p *payload) str(limit int) string {
	n := p.u32()
	if p.err == nil && n > uint32(limit) {
		p.err = fmt.Errorf("a text of %d bytes: at most %d", n, limit)
	}
	return string(p.bytes(int(n)))
}
