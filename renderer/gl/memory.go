package gl

import "unsafe"

// roundUp returns the next multiple of step.
func roundUp(n, step int) int { return (n + step - 1) / step * step }

// bytesOf is the memory of a slice.
func bytesOf[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}
