package app

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"tumble/internal/app/command"
	"tumble/internal/app/look"
	"tumble/internal/app/panel"
	"tumble/internal/app/stage"
	"tumble/internal/app/tool"
	"tumble/internal/app/userfile"
	"tumble/renderer/ui"
)

// settings survive a restart of the program: the layout of the panels and the switches of the display.
type settings struct {
	Theme  string  `toml:"theme"`
	Zoom   float64 `toml:"zoom"`
	Drawer bool    `toml:"drawer"`
	// Output is the folder for files that the user asks for
	Output string `toml:"output"`
	// Journal is how much of every session is kept (MB), 0 for nothing
	Journal *int64 `toml:"journal_megabytes"`
	// Quality is one of stage.QualityNames
	Quality string `toml:"quality"`
	// Mood is one of look.MoodNames
	Mood string `toml:"mood"`
	// History is the memory for going back (MB)
	History int `toml:"history_megabytes"`
	// Show has the switches of the display by their labels.
	Show map[string]bool `toml:"show"`
	// Keys are those of commands, by their names, that are not the usual ones.
	Keys  map[string][]string `toml:"keys"`
	Docks panel.Docks         `toml:"docks"`
	// Recent are the scene files that were open lately, the newest first.
	Recent []string `toml:"recent"`
	// Placement is where the window was.
	Placement *Placement       `toml:"placement"`
	Window    []panel.Window   `toml:"window"`
	View      []tool.SavedView `toml:"view"`
}

// panels are the settings of the panels.
func (s *settings) panels() panel.Settings {
	return panel.Settings{Theme: s.Theme, Zoom: s.Zoom, Drawer: s.Drawer, Docks: s.Docks, Window: s.Window}
}

// settingsFile is the name within the folder of the user.
const settingsFile = "settings.toml"

// loadSettings takes up what the last run has kept. A folder without settings is no error; a broken file
// is one, and changes nothing.
func (a *App) loadSettings() error {
	if a.options.Folder == "" {
		return nil
	}
	var s settings
	err := userfile.Read(filepath.Join(a.options.Folder, settingsFile), &s)
	if errors.Is(err, fs.ErrNotExist) {
		// the first start: not of a script, which counts the frames
		if a.options.Frames == 0 && a.options.Script.Lines == nil {
			a.panels.Welcome()
		}
		return nil
	}
	if err != nil {
		return err
	}
	a.recent, a.placementKept = s.Recent[:min(len(s.Recent), mostRecent)], s.Placement
	a.outputKept, a.journalKept, a.historyKept = s.Output, s.Journal, max(s.History, 0)
	a.quality, _ = stage.FindQuality(s.Quality)
	if a.options.Quality == stage.QualityAutomatic {
		a.picture.SetQuality(a.quality)
	}
	if mood, err := look.ParseMood(s.Mood); err == nil {
		a.show.SetMood(mood)
	}
	a.keysKept = s.Keys
	for _, problem := range command.Bind(s.Keys) {
		a.message(0, ui.ToneWarn, problem)
	}
	panel.RefreshHelp()
	a.tools.Camera.SetSavedViews(s.View)
	for _, c := range command.Menu("Draw") {
		if on, ok := s.Show[c.Label]; ok {
			a.show.Set(c.Flag, on)
		}
	}
	a.panels.SetSettings(s.panels())
	return nil
}

// keepSettings writes the settings for the next run.
func (a *App) keepSettings() error {
	p, drawn := a.panels.Settings()
	if a.options.Folder == "" || !drawn {
		return nil
	}
	s := settings{
		Theme: p.Theme, Zoom: p.Zoom, Drawer: p.Drawer, Output: a.outputKept, Journal: a.journalKept,
		Quality: stage.QualityNames[a.quality], Mood: a.show.Mood.String(),
		History: a.historyKept, Show: map[string]bool{}, Keys: a.keysKept, Recent: a.recent, Placement: a.placementKept,
		Docks: p.Docks, Window: p.Window, View: a.tools.Camera.SavedViews(),
	}
	if a.options.Placement != nil {
		if at, ok := a.options.Placement(); ok {
			s.Placement = &at
		}
	}
	for _, c := range command.Menu("Draw") {
		s.Show[c.Label], _ = a.show.On(c.Flag)
	}
	err := userfile.Write(filepath.Join(a.options.Folder, settingsFile), &s)
	if err != nil {
		return fmt.Errorf("the settings are not kept: %w", err)
	}
	return nil
}

// LastPlacement is where the window was in the last run, by the settings in a folder; ok is false where they do not
// tell.
func LastPlacement(folder string) (at Placement, ok bool) {
	if folder == "" {
		return Placement{}, false
	}
	var s settings
	if err := userfile.Read(filepath.Join(folder, settingsFile), &s); err != nil || s.Placement == nil {
		return Placement{}, false
	}
	return *s.Placement, s.Placement.Width > 0 && s.Placement.Height > 0
}
