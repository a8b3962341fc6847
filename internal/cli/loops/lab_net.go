package loops

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/netlab"
)

// The table of networked strategies without flags: ticks a second, seconds, and a warm-up in which clocks and delays
// settle.
const (
	netHertz   = 60
	netSeconds = 20
	netWarmUp  = 5
)

// overLinks plays scenes for two players over simulated links.
func (f *labFlags) overLinks(cmd *cobra.Command) error {
	s, err := f.netSuite(cmd)
	if err != nil {
		return err
	}
	p := cli.NewProgress(cmd.ErrOrStderr(), timestep.RealClock(), "run", s.Runs())
	list, err := s.Run(cmd.Context(), p.Update)
	p.End()
	if err != nil {
		return err
	}
	out := cmd.OutOrStdout()
	write := func(w io.Writer) error { return cli.WriteJSON(w, list) }
	if f.json == "-" {
		return write(out)
	}
	if f.json != "" {
		if err := writeTo(f.json, write); err != nil {
			return err
		}
	}
	return netlab.Write(out, list)
}

// netSuite turns the flags into runs.
func (f *labFlags) netSuite(cmd *cobra.Command) (s netlab.Suite, err error) {
	s.Strategies = f.strategies
	s.Config = netlab.Config{Hertz: netHertz, Seconds: netSeconds, WarmUp: netWarmUp, Seed: 1}
	if len(s.Strategies) == 0 {
		s.Strategies = netlab.Strategies()
	}
	for _, name := range s.Strategies {
		if !slices.Contains(netlab.Strategies(), name) {
			return s, cli.Exit(cli.ExitUsage, "--strategy %s: with --net there are %v", name, netlab.Strategies())
		}
	}
	if cmd.Flags().Changed("hz") {
		s.Config.Hertz = int(f.hertz)
	}
	if cmd.Flags().Changed("frames") {
		s.Config.Seconds = max((f.frames+netHertz-1)/netHertz, 1)
	}
	switch len(f.seeds) {
	case 0:
	case 1:
		s.Config.Seed = uint64(f.seeds[0])
	default:
		return s, cli.Exit(cli.ExitUsage, "--seeds: with --net one seed")
	}
	for _, text := range f.links {
		l, err := netlab.ParseLink(text)
		if err != nil {
			return s, cli.Exit(cli.ExitUsage, "--link %s: %w", text, err)
		}
		s.Links = append(s.Links, l)
	}
	if len(s.Links) == 0 {
		s.Links = netlab.Links()
	}
	for _, name := range f.scenes {
		scene, err := cli.FindScene(name)
		if err != nil {
			return s, err
		}
		if scene.PlayerCount() != 2 {
			return s, cli.Exit(cli.ExitUsage, "--scene %s: is not for two players", name)
		}
		s.Scenes = append(s.Scenes, scene)
	}
	s.Config.Scene, s.Config.Link, s.Config.Strategy = s.Scenes[0], s.Links[0], s.Strategies[0]
	if err := s.Config.Validate(); err != nil {
		return s, cli.Exit(cli.ExitUsage, "%w", err)
	}
	return s, nil
}
