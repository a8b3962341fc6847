package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tumble/internal/openscene"
	"tumble/internal/scenefile"
)

func newValidate() *cobra.Command {
	var quiet, asJSON bool
	cmd := &cobra.Command{
		Use:   "validate SCENE...",
		Short: "Check scene files: one line for every fault",
		Long: "Check scene files: one line for every fault, with its place in the file: a JSON pointer for\n" +
			"glTF, an element for URDF and MJCF. Warnings do not keep a file from being used; the exit\n" +
			"code is 65 when there are errors.",
		Example: "  sandbox validate level.gltf\n  sandbox validate --quiet *.glb",
		Args:    takes(1, anyNumber),
		RunE: failing(func(cmd *cobra.Command, args []string) error {
			return validate(args, quiet, asJSON, cmd.OutOrStdout())
		}),
	}
	cmd.Flags().BoolVar(&quiet, "quiet", false, "leave out warnings")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON array")
	return cmd
}

// faultLine is a fault as JSON.
type faultLine struct {
	File    string `json:"file"`
	Place   string `json:"place"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

func validate(paths []string, quiet, asJSON bool, out io.Writer) error {
	bad := 0
	lines := []faultLine{}
	say := func(path string, f scenefile.Fault) {
		if quiet && f.Warning() {
			return
		}
		if !asJSON {
			fmt.Fprintf(out, "%s: %s\n", path, f)
			return
		}
		lines = append(lines, faultLine{path, f.Place, f.Rank.String(), f.Message})
	}
	for _, path := range paths {
		file, err := openscene.Read(path)
		if err != nil {
			bad++
			say(path, scenefile.Fault{Message: err.Error()})
			continue
		}
		for _, f := range file.Faults.List {
			say(path, f)
		}
		if file.Faults.Dropped > 0 {
			say(path, scenefile.Fault{Message: fmt.Sprintf("%d more faults", file.Faults.Dropped), Rank: scenefile.RankWarning})
		}
		if file.Faults.Failed() {
			bad++
		} else if !asJSON && !quiet {
			m := file.Model
			bodies, shapes := 0, 0
			for i := range m.Bodies {
				n := 1 + len(m.Bodies[i].Copies)
				bodies += n
				shapes += n * len(m.Bodies[i].Shapes)
			}
			fmt.Fprintf(out, "%s: fine: %d bodies, %d shapes, %d joints\n", path, bodies, shapes, len(m.Joints))
		}
	}
	if asJSON {
		if err := writeJSON(out, lines); err != nil {
			return err
		}
	}
	if bad > 0 {
		return exitWith(exitInput, "%d of %d files cannot be used", bad, len(paths))
	}
	return nil
}

// inputError gives errors about a scene that a user named their exit code.
func inputError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, openscene.ErrFile):
		return &exitError{exitInput, err}
	}
	return &exitError{exitUsage, err}
}
