//go:build cgo

package gl

import (
	"image"
	"testing"

	"tumble/internal/golden"
)

// compare compares a picture with the stored one: edges may differ, a pixel in a hundred.
func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	golden.Compare(t, name, got, golden.Tolerance{Step: 12, Share: 0.01, Mean: 1})
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}
