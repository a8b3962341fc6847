package cli

import (
	"fmt"
	"os"

	"tumble/internal/openscene"
	"tumble/physics/scenes"
	"tumble/scene/model"
)

// SaveScene writes the world of a run to a scene file and tells on the standard error what its format cannot have.
func SaveScene(path string, run *scenes.Run, hertz int, view scenes.View) error {
	lacks, err := openscene.SaveTelling(path, run, hertz, view)
	for _, f := range lacks {
		if f.Rank < model.RankIgnored {
			fmt.Fprintf(os.Stderr, "%s: %s\n", path, f)
		}
	}
	return OutputError(err)
}
