package main

import (
	"strings"

	"github.com/spf13/cobra"

	"tumble/engine/param"
	"tumble/engine/timestep"
	"tumble/internal/app/stage"
	"tumble/internal/cli"
	"tumble/internal/meter"
	"tumble/physics/scenes"
)

// addCompletion lets shells complete scenes, files, parameters and the values of flags.
func addCompletion(root *cobra.Command) {
	for _, c := range append(root.Commands(), root) {
		switch c.Name() {
		case "run", "sim", "shot", "params":
			c.ValidArgsFunction = completeScene
		case "bench":
			c.ValidArgsFunction = completeScenes
		}
		for flag, values := range map[string][]string{
			"vsync": {"on", "off", "adaptive"}, "loop": timestep.StrategyNames(), "quality": stage.QualityNames,
			"color": stage.ColorModeNames(), "overlay": stage.OverlayNames(), "strategy": timestep.StrategyNames(),
		} {
			if c.Flags().Lookup(flag) != nil {
				mustComplete(c, flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
			}
		}
		if c.Flags().Lookup("set") != nil {
			mustComplete(c, "set", completeParameter)
		}
	}
}

// refuseUnknownShells makes completion for a shell that it does not know an error; without a shell it prints its help.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() == "completion" {
			c.Args = noCommand
			c.RunE = cli.Failing(func(c *cobra.Command, _ []string) error { return c.Help() })
		}
	}
}

// mustComplete registers the completion of a flag that exists.
func mustComplete(c *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := c.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic("sandbox: completion of --" + flag + ": " + err.Error())
	}
}

// completeScene offers the scenes of the library, and files, for the first argument.
func completeScene(c *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return completeScenes(c, args, begun)
}

// completeScenes offers the scenes of the library, and files.
func completeScenes(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, s := range scenes.All() {
		if strings.HasPrefix(s.Name, begun) {
			names = append(names, s.Name+"\t"+s.Text)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// completeParameter offers the keys of --set: those of the scene that was named, else of the default one.
func completeParameter(_ *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
	s, err := cli.FindScene(cli.SceneNamed(args))
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var keys []string
	for _, p := range param.NewConfig(s).Registry().All() {
		if strings.HasPrefix(p.Key, begun) {
			keys = append(keys, p.Key+"=\t"+p.Text)
		}
	}
	return append(keys, completeThings(s, begun)...), cobra.ShellCompDirectiveNoSpace |
		cobra.ShellCompDirectiveNoFileComp
}

// completeThings offers the settings of bodies and joints of a scene once the word begins with a bracket; a scene that
// cannot be built has none.
func completeThings(s *scenes.Scene, begun string) (keys []string) {
	if !strings.Contains(begun, "(") {
		return []string{"body(\tSettings of bodies.", "joint(\tSettings of joints."}
	}
	run, err := s.New(s.WorldDef(), nil)
	if err != nil {
		return nil
	}
	defer run.World.Close()
	for _, key := range meter.Settings(run.World, s) {
		if strings.HasPrefix(key, begun) {
			keys = append(keys, key+"=")
		}
	}
	return keys
}
