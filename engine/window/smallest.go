package window

// A user cannot make a window smaller than this (units: pixels of a display of usual density). With less room the
// panels would leave nothing of the scene.
const (
	smallestWidth  = 640
	smallestHeight = 400
)

// smallestSize is the least size of a window (screen coordinates), given the pixels of a unit (scale) and of a screen
// coordinate, and the room on the monitor. It is no larger than the monitor, nor than the size that the window was
// opened with.
func smallestSize(openedWidth, openedHeight int, scale, pixels float32, roomWidth, roomHeight int) (width, height int) {
	units := max(scale, 1) / max(pixels, 1)
	width = int(float32(min(openedWidth, smallestWidth)) * units)
	height = int(float32(min(openedHeight, smallestHeight)) * units)
	if roomWidth > 0 && roomHeight > 0 {
		width, height = min(width, roomWidth), min(height, roomHeight)
	}
	return width, height
}
