package mcapfile

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// Read reads channels and messages in the order of the file, up to its summary, and hands them over. A record or an
// unpacked chunk of more than most bytes is refused before memory is taken for it.
func Read(r io.Reader, most int, channel func(Channel), message func(Message)) error {
	var head [len(magic)]byte
	if _, err := io.ReadFull(r, head[:]); err != nil || string(head[:]) != magic {
		return errors.New("is no MCAP file")
	}
	return records(r, most, true, channel, message)
}

// records reads records up to the end of the data; whole says that they are those of a file rather than of a chunk.
func records(r io.Reader, most int, whole bool, channel func(Channel), message func(Message)) error {
	for {
		var head [9]byte
		_, err := io.ReadFull(r, head[:])
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		f := fields{data: head[1:]}
		length := f.uint64()
		if length > uint64(most) {
			return fmt.Errorf("a record has %d bytes: at most %d are read", length, most)
		}
		content := make([]byte, length)
		if _, err := io.ReadFull(r, content); err != nil {
			return fmt.Errorf("a record of %d bytes is cut off", length)
		}
		f = fields{data: content}
		switch head[0] {
		case opDataEnd, opFooter:
			return nil
		case opChannel:
			c := Channel{ID: f.uint16(), SchemaID: f.uint16(), Topic: f.text(), Encoding: f.text()}
			if f.err == nil {
				channel(c)
			}
		case opMessage:
			m := Message{ChannelID: f.uint16(), Sequence: f.uint32(), Time: f.uint64()}
			f.uint64() // the time when it was sent
			m.Data = f.data
			if f.err == nil {
				message(m)
			}
		case opChunk:
			if !whole {
				return errors.New("a chunk lies in a chunk")
			}
			if err := chunk(&f, most, channel, message); err != nil {
				return err
			}
		}
		if f.err != nil {
			return f.err
		}
	}
}

// chunk unpacks a chunk and reads its records.
func chunk(f *fields, most int, channel func(Channel), message func(Message)) error {
	f.take(16) // the times
	size, sum, kind := f.uint64(), f.uint32(), f.text()
	packed := f.take(f.uint64())
	if f.err != nil {
		return f.err
	}
	if size > uint64(most) {
		return fmt.Errorf("a chunk has %d bytes: at most %d are read", size, most)
	}
	data, err := unpack(packed, kind, int(size))
	if err != nil {
		return fmt.Errorf("a chunk: %w", err)
	}
	if sum != 0 && crc32.ChecksumIEEE(data) != sum {
		return errors.New("a chunk is damaged: its checksum differs")
	}
	return records(bytes.NewReader(data), most, false, channel, message)
}

// unpack returns the bytes of a chunk, of which there are size.
func unpack(packed []byte, kind string, size int) ([]byte, error) {
	var from io.Reader
	switch kind {
	case "":
		from = bytes.NewReader(packed)
	case "zstd":
		decoder, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderMaxMemory(uint64(max(size, 1<<20))))
		if err != nil {
			return nil, err
		}
		defer decoder.Close()
		from = decoder
	case "lz4":
		from = lz4.NewReader(bytes.NewReader(packed))
	default:
		return nil, fmt.Errorf("compression %.20q is not known", kind)
	}
	var out bytes.Buffer
	if _, err := io.Copy(&out, io.LimitReader(from, int64(size)+1)); err != nil {
		return nil, err
	}
	if out.Len() != size {
		return nil, fmt.Errorf("has other than %d bytes", size)
	}
	return out.Bytes(), nil
}
