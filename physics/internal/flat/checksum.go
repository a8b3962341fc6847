package flat

import "hash/crc32"

// checksum is the running CRC-32C of the data of a reader: sum covers the first summed bytes of whole.
type checksum struct {
	whole  []byte
	summed int
	sum    uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// through takes the sum on to the end of b, a part of the data that is in the cache because it is
// about to be read. No checksum takes none.
func (c *checksum) through(b []byte) {
	if c == nil {
		return
	}
	if end := cap(c.whole) - cap(b) + len(b); end > c.summed {
		c.sum = crc32.Update(c.sum, castagnoli, c.whole[c.summed:end])
		c.summed = end
	}
}
