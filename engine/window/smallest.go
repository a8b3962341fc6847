package window

// A user cannot make a window smaller than this (units: pixels of a display of usual density). With less room the panels would
// leave nothing of the scene.
const (
	smallestWidth  = 640
	smallestHeight = 400
)

// smallestSize is the least size of a window (screen coordinates), given the pixels of a unit and of a screen coordinate and what
// the monitor has room for: that of a small monitor is no larger than it, and that of a window opened smaller no larger than that.
func smallestSize(openedWidth, openedHeight int, scale, pixels float32, roomWidth, roomHeight int) (width, height int) {
	units := max(scale, 1) / max(pixels, 1)
	width = int(float32(min(openedWidth, smallestWidth)) * units)
	height = int(float32(min(openedHeight, smallestHeight)) * units)
	if roomWidth > 0 && roomHeight > 0 {
		width, height = min(width, roomWidth), min(height, roomHeight)
	}
	return width, height
}
