package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/internal/app"
	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
)

// shotFlags are the flags of the shot command.
type shotFlags struct {
	configFlags
	steps, width, height             int
	contacts, bounds, joints, figure bool
	camera                           string
}

func newShot() *cobra.Command {
	f := &shotFlags{}
	cmd := &cobra.Command{
		Use:   "shot SCENE PICTURE.png",
		Short: "Simulate a scene and draw it without a display",
		Example: "  sandbox shot pyramid210 out.png --steps 100\n" +
			"  sandbox shot card_house out.png --width 1920 --height 1080 --contacts",
		Args: cobra.ExactArgs(2),
		RunE: failing(func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], args[1]) }),
	}
	f.configFlags.add(cmd)
	f.configFlags.addWorkers(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.steps, "steps", 0, "number of steps before the picture")
	flags.IntVar(&f.width, "width", 1280, "width of the picture")
	flags.IntVar(&f.height, "height", 720, "height of the picture")
	flags.StringVar(&f.camera, "camera", "scene", "view: scene, or frame for everything that moves")
	flags.BoolVar(&f.contacts, "contacts", false, "draw contacts")
	flags.BoolVar(&f.bounds, "bounds", false, "draw bounding boxes")
	flags.BoolVar(&f.joints, "joints", false, "draw joints")
	flags.BoolVar(&f.figure, "figures", false, "draw the figures of the window")
	return cmd
}

func (f *shotFlags) run(cmd *cobra.Command, scene, path string) error {
	if f.steps < 0 {
		return exitWith(exitUsage, "--steps %d: must be 0 or more", f.steps)
	}
	if f.width < 1 || f.height < 1 || f.width > app.MaxPicture || f.height > app.MaxPicture {
		return exitWith(exitUsage, "--width %d --height %d: must be 1 to %d", f.width, f.height, app.MaxPicture)
	}
	if f.camera != "scene" && f.camera != "frame" {
		return exitWith(exitUsage, "--camera %s: must be scene or frame", f.camera)
	}
	config, _, err := f.config(cmd, scene)
	if err != nil {
		return err
	}
	clock := engine.RealClock()
	session, err := app.NewSession(config, clock.Now)
	if err != nil {
		return err
	}
	began := clock.Now()
	progress := newProgress(cmd.ErrOrStderr(), clock, f.steps)
	shot := app.Shot{Steps: f.steps, Width: f.width, Height: f.height, Frame: f.camera == "frame", Show: app.PlainShow()}
	shot.Show.Contacts, shot.Show.Bounds, shot.Show.Joints = f.contacts, f.bounds, f.joints
	shot.Show.Hud, shot.Show.Interface = f.figure, f.figure
	shot.Each = func(done int) error {
		progress.update(done)
		return cmd.Context().Err()
	}
	err = take(shot, session, path)
	progress.end()
	if errors.Is(err, context.Canceled) {
		return exitWith(exitInterrupted, "interrupted")
	}
	if err != nil {
		return err
	}
	printSummary(cmd.OutOrStdout(), session.Run, config, clock.Now()-began)
	fmt.Fprintln(cmd.OutOrStdout(), "picture:", path)
	return nil
}

// take draws with a context that needs no display and saves the picture.
func take(shot app.Shot, session *app.Session, path string) (err error) {
	// the context belongs to a thread, and a goroutine may change its thread
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	surface, err := offscreen.New()
	if err != nil {
		return &exitError{exitNoDisplay, err}
	}
	defer surface.Close()
	ex, err := renderer.NewDirect(renderer.Config{
		Surface: surface,
		Open:    func() (renderer.Device, error) { return openDevice(surface.GetProcAddress) },
	})
	if err != nil {
		return noDisplay(err)
	}
	var capture renderer.Capture
	err = shot.Take(ex, session, &capture)
	if err = errors.Join(err, ex.Close(0)); err != nil {
		return err
	}
	return app.SavePNG(path, &capture)
}

// openDevice makes the OpenGL device in the context of the calling thread. The environment variable
// TUMBLE_SHADERS names a folder of shaders to work on: they are compiled again when they change.
func openDevice(proc func(string) unsafe.Pointer) (renderer.Device, error) {
	d, err := gl.New(proc, gl.Options{ShaderDir: os.Getenv("TUMBLE_SHADERS")})
	if err != nil {
		return nil, err
	}
	return d, nil
}
