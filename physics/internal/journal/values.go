package journal

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Coder writes the values of a record, or reads them: one method for each type serves both ways. Values follow one
// another without gaps: numbers little-endian, truth values and tags as a byte, lists and texts with a u32 length
// before them, an error as its text, empty for none, or as a truth value.
type Coder struct {
	Reading bool
	// Data are the bytes written, or those left to read.
	Data []byte
	Err  error
	// Refused is the last error that Done wrote.
	Refused error
}

// ErrShort says that a record ends before its values do.
var ErrShort = errors.New("the call ends early")

// Fail keeps the first error.
func (c *Coder) Fail(err error) {
	if c.Err == nil {
		c.Err = err
	}
}

// zeros is given to those who read beyond the end.
var zeros [8]byte

// take returns the next n bytes, zeros after the end.
func (c *Coder) take(n int) []byte {
	if c.Err != nil || n < 0 || n > len(c.Data) {
		c.Fail(ErrShort)
		return zeros[:min(max(n, 0), len(zeros))]
	}
	b := c.Data[:n]
	c.Data = c.Data[n:]
	return b
}

// Code8 codes a number of 8 bits.
func Code8[T ~uint8](c *Coder, v *T) {
	if c.Reading {
		*v = T(c.take(1)[0])
		return
	}
	c.Data = append(c.Data, byte(*v))
}

// Code32 codes a number of 32 bits.
func Code32[T ~int32 | ~uint32](c *Coder, v *T) {
	if c.Reading {
		*v = T(binary.LittleEndian.Uint32(c.take(4)))
		return
	}
	c.Data = binary.LittleEndian.AppendUint32(c.Data, uint32(*v))
}

// Code64 codes a number of 64 bits.
func Code64[T ~int | ~int64 | ~uint64](c *Coder, v *T) {
	if c.Reading {
		*v = T(binary.LittleEndian.Uint64(c.take(8)))
		return
	}
	c.Data = binary.LittleEndian.AppendUint64(c.Data, uint64(*v))
}

// Float32 codes a number by its bits.
func (c *Coder) Float32(v *float32) {
	if c.Reading {
		*v = math.Float32frombits(binary.LittleEndian.Uint32(c.take(4)))
		return
	}
	c.Data = binary.LittleEndian.AppendUint32(c.Data, math.Float32bits(*v))
}

// Bool codes a truth value.
func (c *Coder) Bool(v *bool) {
	if !c.Reading {
		b := byte(0)
		if *v {
			b = 1
		}
		c.Data = append(c.Data, b)
		return
	}
	b := c.take(1)[0]
	if b > 1 {
		c.Fail(fmt.Errorf("%d is not 0 or 1", b))
	}
	*v = b == 1
}

// Length codes the length of a list whose elements take at least a byte each.
func (c *Coder) Length(n int) int {
	u := uint32(n)
	Code32(c, &u)
	if c.Reading && uint64(u) > uint64(len(c.Data)) {
		c.Fail(ErrShort)
		return 0
	}
	return int(u)
}

// Bytes codes a list of bytes. Read ones are part of the data.
func (c *Coder) Bytes(v *[]byte) {
	n := c.Length(len(*v))
	if c.Reading {
		*v = c.take(n)
		return
	}
	c.Data = append(c.Data, *v...)
}

// String codes a text.
func (c *Coder) String(v *string) {
	n := c.Length(len(*v))
	if c.Reading {
		*v = string(c.take(n))
		return
	}
	c.Data = append(c.Data, *v...)
}

// Error codes an error. A read one has no other property than its text.
func (c *Coder) Error(v *error) {
	text := ""
	if *v != nil {
		text = (*v).Error()
	}
	c.String(&text)
	if c.Reading {
		*v = nil
		if c.Err == nil && text != "" {
			*v = errors.New(text)
		}
	}
}

// Done writes the error of a call as the truth value that there is none: other words for it change no run.
func (c *Coder) Done(err *error) {
	c.Refused = *err
	done := *err == nil
	c.Bool(&done)
}

// CodeList codes a list with its length. It grows as elements are read, so that a length alone takes no memory.
func CodeList[T any](c *Coder, list *[]T, element func(*T)) {
	n := c.Length(len(*list))
	if !c.Reading {
		for i := range *list {
			element(&(*list)[i])
		}
		return
	}
	for range n {
		if c.Err != nil {
			return
		}
		var v T
		element(&v)
		*list = append(*list, v)
	}
}
