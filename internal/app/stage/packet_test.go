package stage

import (
	"testing"

	"tumble/renderer"
	"tumble/renderer/null"
)

// emptyPacket is a packet of 800 × 600 pixels of a device that draws nothing, seen by a new camera, and an atlas of
// letters.
func emptyPacket(t *testing.T) (*renderer.Packet, *renderer.Atlas) {
	t.Helper()
	ex, err := renderer.NewDirect(
		renderer.Config{Open: func() (renderer.Device, error) { return null.New(null.Options{}), nil }})
	if err != nil {
		t.Fatal(err)
	}
	atlas, err := renderer.NewAtlas(ex.Resources(), 1024)
	if err != nil {
		t.Fatal(err)
	}
	p := ex.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 800, 600
	p.View = renderer.NewCamera().View(800, 600)
	t.Cleanup(func() {
		ex.Abandon(p)
		atlas.Close()
		if err := ex.Close(1e9); err != nil {
			t.Error(err)
		}
	})
	return p, atlas
}
