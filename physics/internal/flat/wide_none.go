//go:build purego || !amd64

package flat

const hasWideLooks = false

func lookWide(*byte, int, int, *chunk, int) (infinite, flags uint64) { return 0, 0 }
