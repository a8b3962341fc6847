package debug_test

import (
	"fmt"
	"os"

	"tumble/physics"
	"tumble/physics/debug"
)

// A program shows its world: it calls Step of the server in place of that of the world. Viewers find it by its
// announcement.
func Example() {
	world, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		fmt.Println(err)
		return
	}
	def := physics.DefaultBodyDef()
	def.Type, def.Position = physics.Dynamic, physics.V3(0, 10, 0)
	ball, _ := world.CreateBody(def)
	ball.CreateShape(physics.Sphere{Radius: 0.5}, physics.DefaultShapeDef())

	// only for the example: programs leave Folder empty, where viewers look
	folder, _ := os.MkdirTemp("", "attach")
	defer os.RemoveAll(folder)

	server, err := debug.Serve(world, debug.Options{
		Name: "falling ball", Allow: debug.Pause | debug.Change, Folder: folder,
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	for range 60 {
		if err := server.Step(1.0 / 60); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Printf("%.1f m\n", ball.Position().Y)
	// Output: 5.1 m
}
