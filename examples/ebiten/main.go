// Command ebiten is a small game in a window of Ebitengine: crates fall where the mouse clicks, and Space clears the
// room. The game itself is package room, which knows no window: it steps at a fixed rate, and draws between the last
// two steps, so that the motion is even on every display.
package main

import (
	"errors"
	"image/color"
	"log"
	"math"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/inpututil"

	"tumble/engine/timestep"

	"example.com/ebiten/room"
)

const (
	width, height = 1280, 720
	scale         = 60 // pixels per metre
)

// game is the room in a window.
type game struct {
	room  *room.Room
	clock timestep.Clock
	boxes []room.Box
	pixel *ebiten.Image
}

// Update takes the input and computes the steps that are due. Ebitengine calls it once a frame.
func (g *game) Update() error {
	if inpututil.IsMouseButtonJustPressed(ebiten.MouseButtonLeft) {
		x, y := ebiten.CursorPosition()
		err := g.room.Drop(float32(x-width/2)/scale, float32(height-y)/scale)
		if err != nil && !errors.Is(err, room.ErrOutside) {
			return err
		}
	}
	if inpututil.IsKeyJustPressed(ebiten.KeySpace) {
		g.room.Clear()
	}
	return g.room.Frame(g.clock.Now())
}

// Draw draws every box as a rotated rectangle. Metres go up from the bottom, pixels down from the top.
func (g *game) Draw(screen *ebiten.Image) {
	screen.Fill(color.RGBA{24, 28, 36, 255})
	g.boxes = g.room.Boxes(g.boxes[:0])
	for i, b := range g.boxes {
		var options ebiten.DrawImageOptions
		options.GeoM.Translate(-0.5, -0.5)
		options.GeoM.Scale(float64(2*b.HalfX*scale), float64(2*b.HalfY*scale))
		options.GeoM.Rotate(-float64(b.Angle))
		options.GeoM.Translate(width/2+float64(b.X*scale), height-float64(b.Y*scale))
		hue := 2.4 * float64(i)
		options.ColorScale.Scale(float32(0.6+0.3*math.Cos(hue)), float32(0.6+0.3*math.Cos(hue+2)), 0.7, 1)
		if b.Static {
			options.ColorScale.Reset()
			options.ColorScale.Scale(0.35, 0.38, 0.42, 1)
		}
		screen.DrawImage(g.pixel, &options)
	}
}

// Layout keeps the size of the picture; Ebitengine fits it to the window.
func (g *game) Layout(int, int) (int, int) { return width, height }

func main() {
	r, err := room.New()
	if err != nil {
		log.Fatal(err)
	}
	g := &game{room: r, clock: timestep.RealClock(), pixel: ebiten.NewImage(1, 1)}
	g.pixel.Fill(color.White)
	ebiten.SetWindowSize(width, height)
	ebiten.SetWindowTitle("crates")
	ebiten.SetTPS(ebiten.SyncWithFPS)
	err = ebiten.RunGame(g)
	if err != nil {
		log.Fatal(err)
	}
}
