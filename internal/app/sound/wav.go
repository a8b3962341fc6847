package sound

import (
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// wave writes sound of 16 bits on one channel as a WAV file, which may be a pipe.
type wave struct {
	file  io.WriteCloser
	bytes int64
	buf   []byte
}

// headerSize is the length of the header of a WAV file.
const headerSize = 44

// newWave writes the header of a file whose length is not known yet.
func newWave(file io.WriteCloser) (*wave, error) {
	w := &wave{file: file}
	_, err := file.Write(header(0xffffffff - headerSize))
	return w, err
}

// header is the header of a file with so many bytes of samples.
func header(bytes uint32) []byte {
	b := append(make([]byte, 0, headerSize), "RIFF"...)
	b = binary.LittleEndian.AppendUint32(b, bytes+headerSize-8)
	b = append(b, "WAVEfmt "...)
	b = binary.LittleEndian.AppendUint32(b, 16)
	for _, v := range []uint16{1, 1} { // PCM, one channel
		b = binary.LittleEndian.AppendUint16(b, v)
	}
	b = binary.LittleEndian.AppendUint32(b, Rate)
	b = binary.LittleEndian.AppendUint32(b, 2*Rate)
	b = binary.LittleEndian.AppendUint16(b, 2)
	b = binary.LittleEndian.AppendUint16(b, 16)
	b = append(b, "data"...)
	return binary.LittleEndian.AppendUint32(b, bytes)
}

// write writes samples from −1 to 1; it clips louder samples.
func (w *wave) write(samples []float32) error {
	w.buf = w.buf[:0]
	for _, s := range samples {
		w.buf = binary.LittleEndian.AppendUint16(w.buf, uint16(int16(32767*min(max(s, -1), 1))))
	}
	n, err := w.file.Write(w.buf)
	w.bytes += int64(n)
	return err
}

// close writes the length into the header, where that is possible, and closes the file.
func (w *wave) close() error {
	var err error
	if f, ok := w.file.(*os.File); ok && w.bytes < 0xffffffff-headerSize {
		// a pipe has no beginning to go back to
		if info, failed := f.Stat(); failed == nil && info.Mode().IsRegular() {
			_, err = f.WriteAt(header(uint32(w.bytes)), 0)
		}
	}
	return errors.Join(err, w.file.Close())
}
