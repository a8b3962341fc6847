package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"unsafe"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/engine/window"
	"tumble/internal/app/capture"
	"tumble/internal/app/look"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/cli"
	"tumble/renderer"
	"tumble/renderer/gl"
	"tumble/renderer/gl/offscreen"
)

// shotFlags are the flags of the shot command.
type shotFlags struct {
	configFlags
	steps, width, height             int
	contacts, bounds, joints, figure bool
	json                             bool
	camera, color, gallery, out      string
	mood, move                       string
	fov                              float64
	overlays                         []string
	glyphs, fps                      float64
	frames, samples                  int
	measure                          string
	command                          bool
	burner                           *burner
	aperture                         float64
}

const (
	// orbitSpeed (degrees per second) is slow enough to follow what moves.
	orbitSpeed = 12
	maxSamples = 4096
)

func newShot() *cobra.Command {
	f := &shotFlags{}
	cmd := &cobra.Command{
		Use:   "shot SCENE PICTURE | shot SCENE --frames N --out FILM | shot --gallery FOLDER [SCENE...]",
		Short: "Simulate a scene and draw it without a display",
		Long: "Simulate a scene and draw it without a display: one picture, a film, or the gallery.\n\n" +
			"A film shows the scene at --fps pictures a second, however long each takes: the\n" +
			"simulation waits. It is a sequence (film%04d.png or .jpg), a .gif, an .apng or,\n" +
			"with the program ffmpeg, a video as .mp4 or .webm.",
		Example: "  sandbox shot pyramid210 out.png --steps 100\n" +
			"  sandbox shot card_house out.png --width 1920 --height 1080 --overlay contacts,friction\n" +
			"  sandbox shot pyramid36 out.png --camera 0,2,0,14,45,10\n" +
			"  sandbox shot tumbler film.gif --color speed --frames 120 --fps 30 --width 480 --height 270\n" +
			"  sandbox shot tumbler film%04d.png --frames 120 --overlay contacts --measure energy.total --command\n" +
			"  sandbox shot --gallery pictures",
		Args: cli.Takes(0, len(capture.Stills)),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if f.gallery != "" {
				return f.takeGallery(cmd, args)
			}
			if len(args) == 2 && f.out == "" {
				f.out = args[1]
			} else if len(args) != 1 || f.out == "" {
				return cli.Exit(cli.ExitUsage, "shot takes a scene and a picture, a scene and --out, or --gallery")
			}
			return f.run(cmd, args[0], f.out)
		}),
	}
	f.configFlags.add(cmd)
	f.configFlags.addWorkers(cmd)
	flags := cmd.Flags()
	flags.IntVar(&f.steps, "steps", 0, "number of steps before the picture")
	flags.IntVar(&f.width, "width", 1280, "width of the picture")
	flags.IntVar(&f.height, "height", 720, "height of the picture")
	flags.StringVar(&f.camera, "camera", "scene", cameraHelp)
	flags.Float64Var(&f.fov, "fov", 0, "vertical angle of view (degrees), 0 for that of the window")
	flags.StringVar(&f.move, "move", "none", "camera of a film: none, or orbit, 12 degrees a second round the pivot")
	flags.BoolVar(&f.contacts, "contacts", false, "draw contacts")
	flags.BoolVar(&f.bounds, "bounds", false, "draw bounding boxes")
	flags.BoolVar(&f.joints, "joints", false, "draw joints")
	flags.StringVar(&f.color, "color", "paint", "colour of bodies by "+strings.Join(stage.ColorModeNames(), ", "))
	flags.StringVar(&f.mood, "mood", "scene", "light and background: "+strings.Join(look.MoodNames(), ", "))
	flags.StringSliceVar(&f.overlays, "overlay", nil, "what to draw: "+strings.Join(stage.OverlayNames(), ", "))
	flags.Float64Var(&f.glyphs, "glyphs", 1, "size of arrows and axes")
	flags.IntVar(&f.frames, "frames", 0, "number of pictures of a film, 0 for a single picture")
	flags.IntVar(&f.samples, "samples", 0,
		"frames averaged to each picture: soft shadows of sun and sky, smooth edges, blurred motion; "+
			"0 for one frame as in the window")
	flags.Float64Var(&f.aperture, "aperture", 0,
		"diameter of the lens over the distance to what it is focused on, with --samples; 0 is sharp everywhere")
	flags.Float64Var(&f.fps, "fps", 30, "pictures of a film for a second of the scene")
	flags.StringVar(&f.measure, "measure", "", "curves of these quantities in the picture, as energy.total,speed.max "+
		"(see sandbox meters)")
	flags.BoolVar(&f.command, "command", false, "write the command into the picture")
	flags.StringVar(&f.out, "out", "", "file of the picture or film")
	flags.StringVar(&f.gallery, "gallery", "",
		"draw the pictures of the gallery and films of the gallery and a sheet of the pictures into this folder, "+
			"or only those of the scenes named")
	flags.BoolVar(&f.json, "json", false, "write the summary as a JSON object")
	flags.BoolVar(&f.figure, "figures", false, "draw the figures of the window")
	return cmd
}

func (f *shotFlags) run(cmd *cobra.Command, scene, path string) error {
	if err := f.check(path); err != nil {
		return err
	}
	if err := cli.DistinctFiles([]cli.NamedFile{{Flag: "the scene", Path: scene}},
		[]cli.NamedFile{{Flag: "the picture", Path: path}}); err != nil {
		return err
	}
	shot := capture.Shot{Steps: f.steps, Width: f.width, Height: f.height, Fov: float32(f.fov), Samples: f.samples,
		Aperture: float32(f.aperture)}
	config, err := f.seen(cmd, scene, &shot)
	if err != nil {
		return err
	}
	clock := timestep.RealClock()
	session, err := session.New(config, clock.Now)
	if err != nil {
		return err
	}
	began := clock.Now()
	progress := cli.NewProgress(cmd.ErrOrStderr(), clock, "step", f.totalSteps(config.Loop.Hertz))
	if shot.Show, err = f.shown(); err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	if f.burner, err = newBurner(f.measure, f.command, session, f.totalSteps(config.Loop.Hertz)); err != nil {
		return err
	}
	shot.Each = func(done int) error {
		progress.Update(done)
		return errors.Join(f.burner.measure(), cmd.Context().Err())
	}
	if f.frames > 0 {
		err = f.film(shot, session, path)
	} else {
		err = f.take(shot, session, path)
	}
	progress.End()
	if errors.Is(err, context.Canceled) {
		return cli.Interrupted(cmd.Context(), "")
	}
	if err != nil {
		return err
	}
	end := summarize(session.Run, config, clock.Now()-began)
	end.Picture = path
	return end.write(cmd.OutOrStdout(), f.json)
}

// check refuses numbers and names of files that cannot be.
func (f *shotFlags) check(path string) error {
	if f.steps < 0 {
		return cli.Exit(cli.ExitUsage, "--steps %d: must be 0 or more", f.steps)
	}
	if f.width < 1 || f.height < 1 || f.width > capture.MaxPicture || f.height > capture.MaxPicture {
		return cli.Exit(cli.ExitUsage, "--width %d --height %d: must be 1 to %d", f.width, f.height, capture.MaxPicture)
	}
	if f.fov != 0 && !(f.fov >= 1 && f.fov <= 120) {
		return cli.Exit(cli.ExitUsage, "--fov %g: must be 1 to 120 degrees", f.fov)
	}
	if f.samples < 0 || f.samples > maxSamples || !(f.aperture >= 0 && f.aperture <= 1) {
		return cli.Exit(cli.ExitUsage, "--samples %d --aperture %g: must be 0 to %d and 0 to 1", f.samples, f.aperture,
			maxSamples)
	}
	if f.move != "none" && (f.move != "orbit" || f.frames == 0) {
		return cli.Exit(cli.ExitUsage, "--move %s: must be none or, with --frames, orbit", f.move)
	}
	if f.frames < 0 {
		return cli.Exit(cli.ExitUsage, "--frames %d: must be 0 or more", f.frames)
	}
	if f.frames == 0 && !capture.CanSave(path) {
		return cli.Exit(cli.ExitUsage, "%s: a picture must be a .png or .jpg, or a film with --frames", path)
	}
	return cli.Writable(path)
}

// seen is the configuration of the scene, with the shot pointed at the subject of the flags.
func (f *shotFlags) seen(cmd *cobra.Command, scene string, shot *capture.Shot) (*param.Config, error) {
	config, _, err := f.config(cmd, scene)
	if err != nil {
		return nil, err
	}
	view, own, err := aim(f.camera, config.Scene, shot)
	if err == nil && own {
		// scenes are shared: only this picture sees it from here
		changed := *config.Scene
		changed.View = view
		config.Scene = &changed
	}
	return config, err
}

// totalSteps is the number of steps to the last picture.
func (f *shotFlags) totalSteps(hertz int) int {
	if f.frames < 2 || !(f.fps > 0) {
		return f.steps
	}
	return f.steps + int(float64(f.frames-1)*float64(hertz)/f.fps)
}

// shown is the subject of the flags.
func (f *shotFlags) shown() (stage.Show, error) {
	show := stage.Plain()
	var err error
	if show.Color, err = stage.ParseColorMode(f.color); err != nil {
		return show, err
	}
	if show.Mood, err = look.ParseMood(f.mood); err != nil {
		return show, err
	}
	for _, name := range f.overlays {
		if err := show.Add(name); err != nil {
			return show, err
		}
	}
	if !(f.glyphs >= 0.01 && f.glyphs <= 100) {
		return show, fmt.Errorf("--glyphs %g: must be 0.01 to 100", f.glyphs)
	}
	show.Glyphs = float32(f.glyphs)
	show.Contacts = show.Contacts || f.contacts
	show.Bounds = show.Bounds || f.bounds
	show.Joints = show.Joints || f.joints
	show.Hud, show.Interface = f.figure, f.figure
	return show, nil
}

// take draws a picture and saves it.
func (f *shotFlags) take(shot capture.Shot, session *session.Session, path string) error {
	return offscreenly(func(ex renderer.Executor) error {
		var pixels renderer.Capture
		if err := shot.Take(ex, session, &pixels); err != nil {
			return err
		}
		f.burner.burn(&pixels)
		return cli.OutputError(capture.Save(path, &pixels))
	})
}

// film draws a film into the file.
func (f *shotFlags) film(shot capture.Shot, session *session.Session, path string) error {
	film := capture.Film{Shot: shot, Frames: f.frames, FPS: f.fps}
	if f.move == "orbit" {
		film.Orbit = orbitSpeed
	}
	if err := film.Check(); err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	var err error
	if film.Sink, err = capture.NewSink(path, f.width, f.height, f.frames, f.fps); err != nil {
		return &cli.Error{Code: cli.ExitUsage, Err: err}
	}
	film.Sink = burntSink{film.Sink, f.burner}
	err = offscreenly(func(ex renderer.Executor) error { return film.Take(ex, session) })
	return errors.Join(err, cli.OutputError(film.Sink.Close()))
}

// offscreenly draws with a context that needs no display.
func offscreenly(draw func(renderer.Executor) error) error {
	// the context belongs to a thread, and a goroutine may change its thread
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	surface, err := offscreen.New()
	if err != nil && !window.Built {
		return cli.Exit(cli.ExitNoDisplay, "%s", windowless)
	}
	if err != nil {
		return &cli.Error{Code: cli.ExitNoDisplay, Err: err}
	}
	defer surface.Close()
	ex, err := renderer.NewDirect(renderer.Config{
		Surface: surface,
		Open:    func() (renderer.Device, error) { return openDevice(surface.GetProcAddress) },
	})
	if err != nil {
		return noDisplay(err)
	}
	err = draw(ex)
	return errors.Join(err, ex.Close(0))
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
