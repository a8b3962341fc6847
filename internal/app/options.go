package app

import (
	"tumble/engine/diagnose"
	"tumble/engine/param"
	"tumble/internal/app/capture"
	"tumble/internal/app/sound"
	"tumble/internal/app/stage"
	"tumble/physics"
)

// Placement is where a window is on the desktop: its size in screen coordinates, without the frame.
type Placement struct {
	X         int  `toml:"x"`
	Y         int  `toml:"y"`
	Width     int  `toml:"width"`
	Height    int  `toml:"height"`
	Maximised bool `toml:"maximised"`
}

// Options say how an App starts.
type Options struct {
	// Config is the scene with its parameters.
	Config *param.Config
	// Clock measures the stages of the step for the profile; nil leaves it empty.
	Clock physics.Clock
	// Frames ends the program after so many frames; 0 never.
	Frames uint64
	// Screenshot is where the last of Frames goes; empty for none.
	Screenshot string
	// Bad makes the machine worse on purpose; nil takes one that does nothing.
	Bad *diagnose.BadMachine
	// Profile, with a path, takes a CPU profile of a range of steps.
	Profile capture.StepRange
	// Hitches, with a folder, has long frames captured from the start.
	Hitches capture.HitchOptions
	// Quality is that of the picture; the settings in Folder count where it is QualityAutomatic.
	Quality stage.Quality
	// Output is the folder for pictures, scenes and profiles that the user asks for. Where it is empty that of the
	// settings in Folder counts, and then DefaultOutput; empty is the working folder.
	Output, DefaultOutput string
	// Reports is the folder for the reports on faults, one file a session; empty keeps none.
	Reports string
	// Sound, if not nil, makes the knocks of bodies heard; the caller closes it.
	Sound *sound.Mixer
	// Journal says how much of every session is kept.
	Journal JournalOptions
	// History is the memory for going back (bytes); 0 takes that of the settings in Folder, and then
	// history.DefaultBudget.
	History int
	// Patience is how long (ns) the window waits for a scene that is opened before it goes on drawing meanwhile; 0
	// waits until it is there.
	Patience int64
	// Thumbnails is the command that makes pictures of scenes, see thumbnail.Serve, and ThumbnailFolder where they are
	// kept.
	Thumbnails      []string
	ThumbnailFolder string
	// Sweep is the command that simulates a study, whose path is appended.
	Sweep []string
	// SystemDialogs asks for files in the dialog of the system, where it has one.
	SystemDialogs bool
	// Placement, if not nil, is where the window is, for the settings.
	Placement func() (Placement, bool)
	// Script, with Lines, is carried out in the window.
	Script Script
	// Folder is where presets and the layout of the panels are kept; empty keeps nothing.
	Folder string
}
