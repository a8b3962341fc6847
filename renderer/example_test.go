package renderer_test

import (
	"fmt"

	"tumble/renderer"
	"tumble/renderer/null"
)

// A frame with one box, drawn by the device without graphics.
func Example() {
	device := null.New(null.Options{})
	executor, err := renderer.NewDirect(renderer.Config{Open: device.Open})
	if err != nil {
		fmt.Println(err)
		return
	}
	box, err := executor.Resources().CreateMesh(renderer.BoxMesh())
	if err != nil {
		fmt.Println(err)
		return
	}
	camera := renderer.NewCamera()

	p := executor.Acquire(renderer.InOrder)
	p.Header.Width, p.Header.Height = 1280, 720
	p.View = camera.View(1280, 720)
	p.Environment = renderer.DefaultEnvironment()
	renderer.ShadowFit{CasterRadius: 20}.Fit(&p.View, p.Environment.SunDirection)
	p.DrawSky()
	p.DrawGround()
	in := renderer.Instance{Color: renderer.Hex(0xe2a04a)}
	in.SetPose(0, 0.5, 0, 0, 0, 0, 1, 0.5, 0.5, 0.5)
	p.DrawMesh(box, p.AddInstance(in), 1, 0, 0)
	executor.Submit(p)

	fmt.Println(device.Counts().Draws, "draws in", device.Counts().Passes, "passes, faults:", device.Errors())
	fmt.Println("closed:", executor.Close(2e9))
	// Output:
	// 6 draws in 4 passes, faults: <nil>
	// closed: <nil>
}
