package main

import (
	"path/filepath"
	"strings"

	"tumble/engine/record"
	"tumble/internal/cli"
	"tumble/scene"
)

// allowScenes is allowScene for all scenes of a recording. The one given stands for the file of its name, or for the
// first file where none has it.
func allowScenes(rec *record.Recording, recording, given string) error {
	stands := ""
	for i := range rec.Parts {
		name := rec.Parts[i].Info.Scene
		if scene.IsFile(name) && (stands == "" || cli.Resolve(name) == cli.Resolve(given)) {
			stands = name
		}
	}
	for i := range rec.Parts {
		info := &rec.Parts[i].Info
		if given != "" && info.Scene == stands {
			info.Scene = given
		} else if err := allowScene(info, recording); err != nil {
			return err
		}
	}
	return nil
}

// allowScene decides which scene a recording may open: a scene of the library, or a file in the folder of the recording
// or in the working folder, or below these. A recording from elsewhere could otherwise have files opened that its user
// never named, on network shares, too.
func allowScene(info *record.SceneInfo, recording string) error {
	if !scene.IsFile(info.Scene) {
		return nil
	}
	for _, folder := range []string{filepath.Dir(recording), "."} {
		if isBelow(folder, info.Scene) {
			return nil
		}
	}
	return cli.Exit(cli.ExitInput,
		"%s: was recorded from %s, which lies in another folder: --scene %s opens it all the same",
		recording, info.Scene, info.Scene)
}

// isBelow reports whether a file lies in a folder or below it, links resolved.
func isBelow(folder, file string) bool {
	folder = cli.Resolve(filepath.Join(folder, "x"))
	rest, err := filepath.Rel(filepath.Dir(folder), cli.Resolve(file))
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(filepath.Separator))
}
