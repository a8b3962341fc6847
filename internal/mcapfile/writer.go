package mcapfile

import (
	"hash/crc32"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// chunkSize (bytes) ends a chunk.
const chunkSize = 1 << 20

// Writer writes a file in compressed chunks with an index.
type Writer struct {
	out     io.Writer
	encoder *zstd.Encoder
	err     error
	offset  uint64

	summary       []byte // schemas and channels, again at the end
	chunk         []byte
	first, last   uint64              // times in the chunk
	index         map[uint16][]uint64 // times and offsets in the chunk
	order         []uint16            // channels of the index
	chunkIndex    []byte
	chunks        uint32
	schemas       uint16
	counts        map[uint16]uint64
	channels      []uint16
	messages      uint64
	began, ending uint64
}

// NewWriter begins a file.
func NewWriter(out io.Writer, library string) (*Writer, error) {
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	w := &Writer{out: out, encoder: encoder, index: map[uint16][]uint64{}, counts: map[uint16]uint64{},
		first: math.MaxUint64,
		began: math.MaxUint64}
	w.write([]byte(magic))
	w.write(record(nil, opHeader, put(nil, "", library)))
	return w, w.err
}

func (w *Writer) write(b []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(b)
		w.offset += uint64(len(b))
	}
}

// Schema adds a schema.
func (w *Writer) Schema(s Schema) {
	r := record(nil, opSchema, put(nil, s.ID, s.Name, s.Encoding, s.Data))
	w.chunk, w.summary = append(w.chunk, r...), append(w.summary, r...)
	w.schemas++
}

// Channel adds a channel.
func (w *Writer) Channel(c Channel) {
	r := record(nil, opChannel, put(nil, c.ID, c.SchemaID, c.Topic, c.Encoding, uint32(0)))
	w.chunk, w.summary = append(w.chunk, r...), append(w.summary, r...)
	w.channels = append(w.channels, c.ID)
}

// Message adds a message.
func (w *Writer) Message(m Message) error {
	if len(w.index[m.ChannelID]) == 0 {
		w.order = append(w.order, m.ChannelID)
	}
	w.index[m.ChannelID] = append(w.index[m.ChannelID], m.Time, uint64(len(w.chunk)))
	w.chunk = record(w.chunk, opMessage, append(put(nil, m.ChannelID, m.Sequence, m.Time, m.Time), m.Data...))
	w.first, w.last = min(w.first, m.Time), max(w.last, m.Time)
	w.began, w.ending = min(w.began, m.Time), max(w.ending, m.Time)
	w.counts[m.ChannelID]++
	w.messages++
	if len(w.chunk) >= chunkSize {
		w.endChunk()
	}
	return w.err
}

// endChunk writes the chunk with the index of its messages.
func (w *Writer) endChunk() {
	if len(w.chunk) == 0 {
		return
	}
	if len(w.order) == 0 {
		w.first = 0
	}
	packed := w.encoder.EncodeAll(w.chunk, nil)
	content := put(nil, w.first, w.last, uint64(len(w.chunk)), crc32.ChecksumIEEE(w.chunk), "zstd", uint64(len(packed)))
	start := w.offset
	w.write(record(nil, opChunk, append(content, packed...)))
	length := w.offset - start
	var offsets []byte
	indexed := w.offset
	for _, id := range w.order {
		offsets = put(offsets, id, w.offset)
		var list []byte
		for _, x := range w.index[id] {
			list = put(list, x)
		}
		w.write(record(nil, opMessageIndex, put(nil, id, list)))
	}
	w.chunkIndex = record(w.chunkIndex, opChunkIndex, put(nil, w.first, w.last, start, length, offsets,
		w.offset-indexed, "zstd",
		uint64(len(packed)), uint64(len(w.chunk))))
	w.chunks++
	w.chunk, w.order, w.first, w.last = w.chunk[:0], w.order[:0], math.MaxUint64, 0
	clear(w.index)
}

// Close writes the rest and the summary.
func (w *Writer) Close() error {
	w.endChunk()
	w.write(record(nil, opDataEnd, put(nil, uint32(0))))
	start := w.offset
	w.write(w.summary)
	w.write(w.chunkIndex)
	if w.messages == 0 {
		w.began = 0
	}
	var counts []byte
	for _, id := range w.channels {
		counts = put(counts, id, w.counts[id])
	}
	w.write(record(nil, opStatistics, put(nil, w.messages, w.schemas, uint32(len(w.channels)), uint32(0), uint32(0),
		w.chunks, w.began,
		w.ending, counts)))
	w.write(record(nil, opFooter, put(nil, start, uint64(0), uint32(0))))
	w.write([]byte(magic))
	return w.err
}
