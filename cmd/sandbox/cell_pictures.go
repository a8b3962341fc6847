package main

import (
	"bytes"
	"fmt"
	"path/filepath"

	"tumble/engine/timestep"
	"tumble/internal/app/animation"
	"tumble/internal/app/capture"
	"tumble/internal/app/session"
	"tumble/internal/app/stage"
	"tumble/internal/cli"
	"tumble/internal/sweep"
	page "tumble/internal/sweep/report"
	"tumble/renderer"
)

const (
	// cellWidth and cellHeight (pixels) are those of the pictures of cells: four in a row of a page on a desktop.
	cellWidth, cellHeight = 560, 315
	// mostCellPictures bounds the pictures of a page: some 30 kB each.
	mostCellPictures = 24
)

// cellPictures draws and films the best cells of a study and those that broke first.
func cellPictures(st *sweep.Store, study, dir string, n int) ([]page.Picture, error) {
	if n == 0 {
		return nil, nil
	}
	if study == "" {
		// the folder of the rows lies beside the study, or the command is given there
		study = st.Head.Study
		if beside := filepath.Join(filepath.Dir(filepath.Clean(dir)), study); cli.IsFile(beside) {
			study = beside
		}
	}
	s, err := readStudy(study)
	if err != nil {
		return nil, err
	}
	if s.Digest != st.Head.Digest {
		return nil, cli.Exit(cli.ExitInput, "%s is not the study of these rows: pictures need it as it was", study)
	}
	list, err := page.Choose(st, n)
	if err != nil || len(list) == 0 {
		return nil, err
	}
	return list, offscreenly(func(ex renderer.Executor) error {
		for i := range list {
			if err := drawCell(ex, s, &list[i]); err != nil {
				return fmt.Errorf("cell %d: %w", list[i].Cell, err)
			}
		}
		return nil
	})
}

// drawCell takes the picture of a cell.
func drawCell(ex renderer.Executor, s *sweep.Study, p *page.Picture) error {
	config, err := s.Configure(p.Values, s.Repetition(p.Cell))
	if err != nil {
		return err
	}
	world, err := session.New(config, timestep.RealClock().Now)
	if err != nil {
		return err
	}
	defer world.Close()
	var pixels renderer.Capture
	film := animation.Film{Page: animation.Page{Command: fmt.Sprintf("sandbox run --cell %s#%d", s.Path, p.Cell)}}
	for i := range s.Metrics {
		if m := s.Metrics[i].Meter; m != nil {
			film.Meters = append(film.Meters, m)
		}
	}
	if err := film.Begin(config.Scene, world.World()); err != nil {
		return err
	}
	shot := capture.Shot{Steps: p.Step, Width: cellWidth, Height: cellHeight, Show: stage.Plain()}
	shot.Each = func(int) error { return film.Step(world.World()) }
	if err := shot.Take(ex, world, &pixels); err != nil {
		return err
	}
	out := &bytes.Buffer{}
	if err := capture.EncodeJPEG(out, &pixels); err != nil {
		return err
	}
	p.JPEG = out.Bytes()
	p.Run, p.Scene, err = film.Parts()
	return err
}

// filmViewer is the viewer of the films of cells, nil without films.
func filmViewer(pictures []page.Picture) (*page.Viewer, error) {
	if len(pictures) == 0 {
		return nil, nil
	}
	text, err := animation.Viewer("A cell")
	return &page.Viewer{Page: text, RunMark: animation.RunMark, SceneMark: animation.SceneMark}, err
}
