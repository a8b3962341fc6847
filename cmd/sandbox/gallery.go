package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/app/capture"
	"tumble/internal/app/session"
	"tumble/internal/cli"
	"tumble/renderer"
)

// takeGallery draws the pictures and films of the gallery and a sheet of the pictures. Names after the flag choose
// some.
func (f *shotFlags) takeGallery(cmd *cobra.Command, only []string) error {
	if err := os.MkdirAll(f.gallery, 0o755); err != nil {
		return cli.OutputError(err)
	}
	sheet := capture.NewSheet(len(capture.Stills), 4, f.width/2, f.height/2)
	progress := cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), "picture", len(capture.Stills))
	defer progress.End()
	for i := range capture.Stills {
		progress.Update(i)
		g := &capture.Stills[i]
		if !chosen(g.Scene, only) {
			continue
		}
		session, err := g.NewSession()
		if err != nil {
			return err
		}
		path := filepath.Join(f.gallery, g.Scene+".jpg")
		err = f.still(cmd, g.Shot(f.width, f.height, f.samples), session, func(pixels *renderer.Capture) error {
			sheet.Put(i, pixels)
			return capture.SaveJPEG(path, pixels)
		})
		if err != nil {
			return fmt.Errorf("picture %s: %w", g.Scene, err)
		}
		session.World().Close()
		fmt.Fprintln(cmd.OutOrStdout(), path)
	}
	if err := f.loops(cmd, only); err != nil || len(only) > 0 {
		return err
	}
	return sheet.Save(filepath.Join(f.gallery, "sheet.jpg"))
}

// loops draws the films of the gallery.
func (f *shotFlags) loops(cmd *cobra.Command, only []string) error {
	for i := range capture.Loops {
		o := &capture.Loops[i]
		if !chosen(o.Scene, only) {
			continue
		}
		path := filepath.Join(f.gallery, o.Scene+".gif")
		sink, err := capture.NewSink(path, capture.LoopWidth, capture.LoopHeight, o.Frames, capture.LoopFPS)
		if err != nil {
			return err
		}
		film, still := o.Film(sink)
		session, err := still.NewSession()
		if err != nil {
			return err
		}
		film.Each = func(int) error { return cmd.Context().Err() }
		err = offscreenly(func(ex renderer.Executor) error { return film.Take(ex, session) })
		session.World().Close()
		if err := errors.Join(err, sink.Close()); err != nil {
			return fmt.Errorf("loop %s: %w", o.Scene, err)
		}
		fmt.Fprintln(cmd.OutOrStdout(), path)
	}
	return nil
}

func chosen(name string, only []string) bool {
	for _, x := range only {
		if x == name {
			return true
		}
	}
	return len(only) == 0
}

// still takes one picture and gives it to done.
func (f *shotFlags) still(cmd *cobra.Command, shot capture.Shot, session *session.Session,
	done func(*renderer.Capture) error) error {
	shot.Each = func(int) error { return cmd.Context().Err() }
	return offscreenly(func(ex renderer.Executor) error {
		var pixels renderer.Capture
		if err := shot.Take(ex, session, &pixels); err != nil {
			return err
		}
		return done(&pixels)
	})
}
