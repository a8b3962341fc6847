package main

import (
	"path/filepath"
	"strings"

	"tumble/engine/record"
	"tumble/internal/cli"
	"tumble/internal/openscene"
)

// allowScenes is allowScene for all scenes of a recording. The one given stands for the first.
func allowScenes(rec *record.Recording, recording, given string) error {
	for i := range rec.Parts {
		if err := allowScene(&rec.Parts[i].Info, recording, given); err != nil {
			return err
		}
		given = ""
	}
	return nil
}

// allowScene decides which scene a recording may open: the one that the user gave, a scene of the
// library, or a file in the folder of the recording or in the working folder, or below these. A
// recording from elsewhere could otherwise have files opened that its user never named, on network
// shares, too.
func allowScene(info *record.SceneInfo, recording, given string) error {
	if given != "" {
		info.Scene = given
		return nil
	}
	if !openscene.IsFile(info.Scene) {
		return nil
	}
	for _, folder := range []string{filepath.Dir(recording), "."} {
		if isBelow(folder, info.Scene) {
			return nil
		}
	}
	return cli.Exit(cli.ExitInput, "%s: was recorded from %s, which lies in another folder: --scene %s opens it all the same",
		recording, info.Scene, info.Scene)
}

// isBelow reports whether a file lies in a folder or below it, links resolved.
func isBelow(folder, file string) bool {
	folder = cli.Resolve(filepath.Join(folder, "x"))
	rest, err := filepath.Rel(filepath.Dir(folder), cli.Resolve(file))
	return err == nil && rest != ".." && !strings.HasPrefix(rest, ".."+string(filepath.Separator))
}
