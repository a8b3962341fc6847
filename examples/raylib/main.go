// Command raylib is a small game in a window of raylib: a click throws a ball at a wall and at a figure, and Space
// begins anew. The game itself is package yard, which knows no window: it steps at a fixed rate, and is drawn between
// the last two steps, so that the motion is even on every display.
//
// With the tag rgfw raylib needs no more of a Linux system than the window of the sandbox: go run -tags rgfw .
package main

import (
	"log"

	rl "github.com/gen2brain/raylib-go/raylib"

	"tumble/engine/timestep"
	"tumble/physics"

	"example.com/raylib/yard"
)

const width, height = 1280, 720

// palette are the colours of bodies, by turns.
var palette = []rl.Color{rl.Beige, rl.Brown, rl.Gold, rl.Orange, rl.Maroon, rl.SkyBlue}

func main() {
	y, err := yard.New()
	if err != nil {
		log.Fatal(err)
	}
	rl.SetConfigFlags(rl.FlagVsyncHint | rl.FlagMsaa4xHint)
	rl.InitWindow(width, height, "wall")
	defer rl.CloseWindow()
	camera := rl.Camera3D{Position: rl.Vector3{X: 5, Y: 5, Z: 11}, Target: rl.Vector3{Y: 2}, Up: rl.Vector3{Y: 1},
		Fovy: 50}
	clock := timestep.RealClock()
	var parts []yard.Part
	for !rl.WindowShouldClose() {
		if rl.IsMouseButtonPressed(rl.MouseButtonLeft) {
			ray := rl.GetScreenToWorldRay(rl.GetMousePosition(), camera)
			err = y.Throw(toPhysics(ray.Position), toPhysics(ray.Direction))
		}
		if err == nil && rl.IsKeyPressed(rl.KeySpace) {
			err = y.Reset()
		}
		if err == nil {
			err = y.Frame(clock.Now())
		}
		if err != nil {
			log.Fatal(err)
		}
		parts = y.Parts(parts[:0])
		rl.BeginDrawing()
		rl.ClearBackground(rl.RayWhite)
		rl.BeginMode3D(camera)
		for i := range parts {
			draw(&parts[i])
		}
		rl.EndMode3D()
		rl.DrawText("click: throw a ball, Space: again", 16, 16, 20, rl.DarkGray)
		rl.EndDrawing()
	}
}

// draw draws a shape in the frame of its body.
func draw(p *yard.Part) {
	rl.PushMatrix()
	defer rl.PopMatrix()
	rotation := p.Pose.Q.RotationVector()
	rl.Translatef(p.Pose.P.X, p.Pose.P.Y, p.Pose.P.Z)
	rl.Rotatef(rotation.Len()*rl.Rad2deg, rotation.X, rotation.Y, rotation.Z)
	colour := palette[p.Body%len(palette)]
	switch g := p.Geometry.(type) {
	case physics.Box:
		size := fromPhysics(g.Half.Mul(2))
		if g.Half == yard.Half {
			rl.DrawCubeV(rl.Vector3{}, size, rl.LightGray)
			return
		}
		rl.DrawCubeV(rl.Vector3{}, size, colour)
		rl.DrawCubeWiresV(rl.Vector3{}, size, rl.DarkGray)
	case physics.Sphere:
		rl.DrawSphere(fromPhysics(g.Center), g.Radius, colour)
	case physics.Capsule:
		rl.DrawCapsule(fromPhysics(g.A), fromPhysics(g.B), g.Radius, 12, 6, colour)
	}
}

func toPhysics(v rl.Vector3) physics.Vec3 { return physics.V3(v.X, v.Y, v.Z) }

func fromPhysics(v physics.Vec3) rl.Vector3 { return rl.Vector3{X: v.X, Y: v.Y, Z: v.Z} }
