package thumbnail

import "time"

const (
	// Width and Height (pixels): the size of the pictures. A card is 150 to 250 units wide; twice that serves displays
	// of high density. Without it: TestServe.
	Width, Height = 320, 180
	// usualSteps (steps): the age of a scene in its picture, where it names none. Things have begun to move and few
	// have fallen over. Without it: TestServe.
	usualSteps = 45
	// mostTime (s): how long a scene is simulated for its picture; heavy ones are shown younger. Without it: TestServe.
	mostTime = 1500 * time.Millisecond
	// patience (s): how long a picture may take before its process is ended; software drawing of the largest scene
	// takes 10 s. Without it: TestHangingScene.
	patience = 60 * time.Second
	// measuredFrom (steps): the first step that counts for the cost. Those before allocate. Without it: TestServe.
	measuredFrom = 3
)
