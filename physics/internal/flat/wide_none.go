//go:build purego || !amd64

package flat

const hasWide = false

func scanWide(*byte, int, int, *chunk, int) (infinite, flags uint64) { return 0, 0 }
