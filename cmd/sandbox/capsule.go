package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/internal/capsule"
	"tumble/internal/cli"
	"tumble/physics"
)

func newOpen() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "open FILE.capsule",
		Short: "Open the window at the moment of a capsule, paused",
		Long: "Open the window at the moment that a capsule was made: with the scene, the parameters, the state of\n" +
			"the world and the view of then, paused. The key Ctrl+K makes a capsule in the window.",
		Example: "  sandbox open wobble.capsule",
		Args:    cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			c, err := openCapsule(args[0])
			if err != nil {
				return err
			}
			f.paused, f.capsule = f.paused || !cmd.Flags().Changed("paused"), c
			return f.run(cmd, args[0])
		}),
	}
	f.flags(cmd)
	return cmd
}

// openedCapsule is a capsule with the folder in which its scene was unpacked.
type openedCapsule struct {
	*capsule.Capsule
	path, scene, folder string
}

// openCapsule reads a capsule; whatever is wrong with it ends with code 65. The caller must close it.
func openCapsule(path string) (*openedCapsule, error) {
	c, err := capsule.Open(path)
	if err != nil {
		return nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	o := &openedCapsule{Capsule: c, path: path, scene: c.Scene}
	if c.SceneFile == "" {
		return o, nil
	}
	if o.folder, err = os.MkdirTemp("", "tumble-capsule-"); err != nil {
		return nil, cli.OutputError(err)
	}
	if o.scene, err = c.Extract(o.folder); err != nil {
		return nil, errors.Join(cli.OutputError(err), o.close())
	}
	return o, nil
}

// close removes what was unpacked.
func (o *openedCapsule) close() error {
	if o == nil || o.folder == "" {
		return nil
	}
	return os.RemoveAll(o.folder)
}

// recording reads one of the recordings of the capsule. Its scene may only be that of the capsule.
func (o *openedCapsule) recording(data []byte) (*record.Recording, error) {
	allow := func(info *record.SceneInfo) error { return allowScene(info, o.path) }
	rec, err := session.ReadCapsule(o.Capsule, data, o.scene, allow)
	return rec, o.wrong(err)
}

// wrong says which capsule an error is about.
func (o *openedCapsule) wrong(err error) error {
	var coded *cli.Error
	if err == nil || errors.As(err, &coded) {
		return err
	}
	return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", o.path, err)}
}

// moment is the session as it was when the capsule was made.
func (o *openedCapsule) moment(clock physics.Clock) (*session.Session, error) {
	rec, err := o.recording(o.Moment)
	if err != nil {
		return nil, err
	}
	defer rec.Close()
	s, err := session.OpenMoment(o.Capsule, rec, clock)
	return s, o.wrong(err)
}
