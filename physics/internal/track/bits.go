package track

import (
	"errors"
	"math/bits"
)

// coder writes bits to data or reads them from there, the lowest bit of a byte first: one method serves both ways.
type coder struct {
	reading bool
	data    []byte
	held    uint64 // bits on their way
	count   uint   // how many, below 8 between two calls of a writer
	err     error
}

var errShort = errors.New("a frame ends before its poses do")

// bits codes the lowest n bits of v, n ≤ 56.
func (c *coder) bits(v uint64, n uint) uint64 {
	if c.reading {
		return c.take(n)
	}
	c.held |= v << c.count
	c.count += n
	for c.count >= 8 {
		c.data = append(c.data, byte(c.held))
		c.held >>= 8
		c.count -= 8
	}
	return v
}

func (c *coder) take(n uint) uint64 {
	for c.count < n {
		if len(c.data) == 0 {
			c.err, c.count = errShort, 64
			return 0
		}
		c.held |= uint64(c.data[0]) << c.count
		c.data = c.data[1:]
		c.count += 8
	}
	v := c.held & (1<<n - 1)
	c.held >>= n
	c.count -= n
	return v
}

// end writes the last bits.
func (c *coder) end() {
	if c.count > 0 {
		c.bits(0, 8-c.count)
	}
}

func (c *coder) bool(v bool) bool {
	b := uint64(0)
	if v {
		b = 1
	}
	return c.bits(b, 1) == 1
}

// number codes a small number with a Golomb-Rice code whose parameter follows the running mean of the numbers
// coded with it. Source: Rice, Plaunt: Adaptive Variable-Length Coding for Efficient Compression of Spacecraft
// Television Data, 1971; the adaptation is that of LOCO-I, Weinberger, Seroussi, Sapiro 1996.
func (c *coder) number(v int64, mean *uint32) int64 {
	k := uint(bits.Len32(*mean >> (meanShift + 2)))
	u := c.rice(uint64(v)<<1^uint64(v>>63), k)
	*mean += uint32(min(u, 1<<24))<<meanShift - *mean>>meanShift
	return int64(u>>1) ^ -int64(u&1)
}

func (c *coder) rice(u uint64, k uint) uint64 {
	if c.reading {
		q := uint64(0)
		for q < longestUnary && c.take(1) == 1 && c.err == nil {
			q++
		}
		if q == longestUnary {
			low := c.take(32)
			return low | c.take(32)<<32
		}
		return q<<k | c.take(k)
	}
	q := u >> k
	if q >= longestUnary {
		c.bits(1<<longestUnary-1, longestUnary)
		c.bits(u&(1<<32-1), 32)
		c.bits(u>>32, 32)
		return u
	}
	c.bits(1<<q-1, uint(q)+1)
	c.bits(u&(1<<k-1), k)
	return u
}
