package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/internal/bodyname"
	"tumble/internal/cli"
	"tumble/internal/doctor"
	"tumble/internal/mujoco"
	"tumble/internal/openscene"
	"tumble/scene"
	"tumble/scene/model"
)

// validateFlags are the flags of the command validate.
type validateFlags struct {
	quiet, asJSON, strict, advice bool
	mend, mujoco                  string
}

func newValidate() *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate SCENE...",
		Short: "Check scene files: one line for every fault, and what their worlds will be",
		Long: "Check scene files: one line for every fault, with its place in the file: a JSON pointer for\n" +
			"glTF, a line and an element for URDF, SDF and MJCF, a prim for OpenUSD; then a table of what the\n" +
			"world will be. Faults are ranked: an error keeps a file from being used, a loss leaves out a part\n" +
			"of the simulation, a warning approximates or assumes something, and what is ignored changes\n" +
			"nothing. The exit code is 65 when there are errors or losses, with --strict for warnings, too.",
		Example: "  sandbox validate level.gltf\n  sandbox validate --advice level.gltf\n  sandbox validate --mend better.gltf robot.urdf\n  sandbox validate --strict --json *.urdf",
		Args:    cli.Takes(1, cli.AnyNumber),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			return f.validate(cmd.Context(), args, cmd.OutOrStdout())
		}),
	}
	cmd.Flags().BoolVar(&f.quiet, "quiet", false,
		"leave out warnings, what is ignored, the tables and the longest step")
	cmd.Flags().BoolVar(&f.strict, "strict", false, "fail for warnings, too")
	cmd.Flags().BoolVar(&f.advice, "advice", false, "also build each world and say what will go wrong in it")
	cmd.Flags().StringVar(&f.mend, "mend", "",
		"mend what can be mended and save the scene as this .gltf, .glb, .urdf or .xml")
	cmd.Flags().StringVar(&f.mujoco, "mujoco", "",
		"compare each MJCF file with what a MuJoCo of this machine compiles, the `PROGRAM` or the first one found")
	cmd.Flags().Lookup("mujoco").NoOptDefVal = anyMuJoCo
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "write a JSON array with an object for each file")
	return cmd
}

// fileReport is a file as JSON.
type fileReport struct {
	File   string         `json:"file"`
	Usable bool           `json:"usable"`
	Counts map[string]int `json:"counts"`
	Faults []faultReport  `json:"faults"`
	World  *model.Summary `json:"world,omitempty"`
	Advice []adviceReport `json:"advice,omitempty"`
	// Step is the longest step of the world by its stiffest constraint.
	Step *doctor.StepLimit `json:"step,omitempty"`
	// MuJoCo is the comparison with it.
	MuJoCo *mujoco.Comparison `json:"mujoco,omitempty"`
}

// faultReport is a fault as JSON.
type faultReport struct {
	Place   string `json:"place"`
	Kind    string `json:"kind"`
	Message string `json:"message"`
}

// adviceReport is a finding of an examination as JSON.
type adviceReport struct {
	Code   string `json:"code"`
	Body   string `json:"body,omitempty"`
	Count  int    `json:"count"`
	Text   string `json:"text"`
	Advice string `json:"advice"`
	// Fix is the remedy of --mend, Mended whether it did.
	Fix    string `json:"fix,omitempty"`
	Mended bool   `json:"mended,omitempty"`

	line string
}

// examine builds the world of a file, lists the coming faults and computes the longest step. With the name of a file it
// mends the faults that can be mended, and saves the scene there.
func (r *fileReport) examine(mended string) error {
	scene, err := cli.FindScene(r.File)
	if err != nil {
		return err
	}
	config := param.NewConfig(scene)
	run, err := config.Build()
	if err != nil {
		return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", r.File, err)}
	}
	defer run.World.Close()
	step := doctor.LimitOf(run.World)
	r.Step = &step
	findings, err := doctor.Examine(run.World, config.Loop.Hertz, nil)
	if err != nil {
		return fmt.Errorf("%s: %w", r.File, err)
	}
	for _, f := range findings {
		a := adviceReport{Code: string(f.Code), Count: f.Count, Text: f.Text, Advice: f.Advice, Fix: f.Fix,
			line: f.String()}
		if f.Body.Valid() {
			a.Body = bodyname.Of(f.Body)
		}
		if mended != "" && f.Fix != "" {
			// a finding may be gone with one that was mended before it
			_, err := doctor.Mend(run.World, config.Loop.Hertz, f.Code)
			a.Mended = err == nil
		}
		r.Advice = append(r.Advice, a)
	}
	if mended == "" {
		return nil
	}
	return cli.SaveScene(mended, run, config.Loop.Hertz, run.Scene.View)
}

// told is a finding as a line.
func (r *adviceReport) told() string {
	switch {
	case r.Mended:
		return r.line + "; mended: " + r.Fix
	case r.Fix != "":
		return r.line + "; --mend would " + r.Fix
	}
	return r.line
}

// readReport reads a file and ranks its faults.
func readReport(path string) (fileReport, []model.Fault) {
	r := fileReport{File: path, Counts: map[string]int{}, Faults: []faultReport{}}
	m, err := openscene.Read(path)
	if m == nil {
		r.Counts[model.RankError.String()] = 1
		fault := model.Fault{Message: err.Error()}
		r.Faults = append(r.Faults, faultReport{"", fault.Rank.String(), fault.Message})
		return r, []model.Fault{fault}
	}
	list := m.Faults.Sorted()
	if m.Faults.Dropped > 0 {
		list = append(list, model.Fault{Message: fmt.Sprintf("%d more faults", m.Faults.Dropped),
			Rank: model.RankIgnored})
	}
	for rank := range model.RankCount {
		r.Counts[rank.String()] = m.Faults.CountOf(rank)
	}
	for _, f := range list {
		r.Faults = append(r.Faults, faultReport{f.Place, f.Rank.String(), f.Message})
	}
	r.Usable = !m.Faults.Failed()
	if r.Usable {
		r.World = &m.Summary
	}
	return r, list
}

// bad reports whether a file fails.
func (f *validateFlags) bad(r *fileReport) bool {
	return r.Counts["error"] > 0 || r.Counts["loss"] > 0 || f.strict && r.Counts["warning"] > 0 || r.MuJoCo != nil &&
		!r.MuJoCo.Same()
}

func (f *validateFlags) validate(ctx context.Context, paths []string, out io.Writer) error {
	if f.mend != "" && (len(paths) != 1 || !scene.CanSave(f.mend)) {
		return cli.Exit(cli.ExitUsage, "--mend is for one scene and the name of a .gltf, .glb, .urdf or .xml file")
	}
	f.advice = f.advice || f.mend != ""
	var beside *mujoco.Compiler
	if f.mujoco != "" {
		var err error
		if beside, err = findMuJoCo(ctx, f.mujoco, paths); err != nil {
			return err
		}
	}
	bad := 0
	reports := []fileReport{}
	for _, path := range paths {
		r, faults := readReport(path)
		var err error
		if beside != nil && r.Usable {
			if r.MuJoCo, err = besideMuJoCo(ctx, beside, path); err != nil {
				return err
			}
		}
		if f.bad(&r) {
			bad++
		}
		if f.advice && r.Usable {
			if err := r.examine(f.mend); err != nil {
				return err
			}
		}
		reports = append(reports, r)
		if !f.asJSON {
			f.write(out, &r, faults)
		}
	}
	if f.asJSON {
		if err := cli.WriteJSON(out, reports); err != nil {
			return err
		}
	}
	if bad > 0 {
		return cli.Exit(cli.ExitInput, "%d of %d files have faults that count", bad, len(paths))
	}
	return nil
}

// write writes the report of a file as text.
func (f *validateFlags) write(out io.Writer, r *fileReport, faults []model.Fault) {
	for _, fault := range faults {
		if !f.quiet || fault.Rank <= model.RankLoss {
			fmt.Fprintf(out, "%s: %s\n", r.File, fault)
		}
	}
	if r.World != nil && !f.quiet {
		writeTable(out, r)
	}
	for i := range r.Advice {
		fmt.Fprintf(out, "%s: advice: %s\n", r.File, r.Advice[i].told())
	}
	if r.Step != nil && !f.quiet {
		fmt.Fprintf(out, "%s: longest step: fastest constraint %s\n", r.File, r.Step)
	}
	if r.MuJoCo != nil {
		writeComparison(out, r.File, r.MuJoCo)
	}
}

// writeTable writes the table of the world that a file becomes.
func writeTable(out io.Writer, r *fileReport) {
	w := r.World
	word := "fine"
	if r.Counts["loss"] > 0 {
		word = "incomplete"
	}
	fmt.Fprintf(out, "%s: %s: %d bodies, %d shapes, %d joints\n", r.File, word, w.Bodies, model.Count(w.Shapes),
		model.Count(w.Joints))
	row := func(name, text string) {
		if text != "" {
			fmt.Fprintf(out, "  %-10s %s\n", name, text)
		}
	}
	row("units", w.Units)
	if w.Dynamic > 0 {
		row("moving", fmt.Sprintf("%d, %.6g kg in all, %.6g to %.6g kg each", w.Dynamic, w.Mass, w.Lightest,
			w.Heaviest))
	}
	if w.Largest > 0 {
		row("lengths", fmt.Sprintf("%.3g to %.3g m each", w.Smallest, w.Largest))
	}
	if w.Kinematic > 0 {
		row("kinematic", fmt.Sprint(w.Kinematic))
	}
	row("static", fmt.Sprint(w.Static))
	row("shapes", model.Listed(w.Shapes))
	row("joints", model.Listed(w.Joints))
	if w.Sensors > 0 {
		row("sensors", fmt.Sprintf("%d, which sandbox meters lists", w.Sensors))
	}
	row("faults", fmt.Sprintf("%d losses, %d warnings, %d ignored", r.Counts["loss"], r.Counts["warning"],
		r.Counts["ignored"]))
}
