//go:build !purego

package flat

// Every amd64 processor has SSE2.
const hasWide = true

// scanWide scans the chunks at items of stride bytes. Both counts must be positive.
//
//go:noescape
func scanWide(data *byte, items, stride int, chunks *chunk, count int) (infinite, flags uint64)
