//go:build cgo

package uitest

import (
	"image"
	"testing"

	"tumble/internal/golden"
)

// compare compares a picture with the stored one: edges of lines and round corners may differ, a pixel in
// two thousand.
func compare(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	golden.Compare(t, name, got, golden.Tolerance{Step: 12, Share: 0.0005, Mean: 0.1})
}
