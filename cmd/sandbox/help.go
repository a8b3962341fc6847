package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tumble/internal/cli"
)

// kinds says what the value of a flag has to be, by the name of its type.
var kinds = map[string]string{
	"bool": "true or false", "duration": "a time as 20ms or 1.5s", "float64": "a number", "int": "a whole number",
	"int64": "a whole number", "uint": "a whole number, 0 or more", "uint64": "a whole number, 0 or more",
	"uintSlice": "whole numbers as 1,2,3", "intSlice": "whole numbers as 1,2,3",
}

// flagError says what a bad value has to be, and adds to an unknown flag those that may have been meant.
func flagError(cmd *cobra.Command, err error) error {
	var bad *pflag.InvalidValueError
	if errors.As(err, &bad) {
		if kind, ok := kinds[bad.GetFlag().Value.Type()]; ok {
			return fmt.Errorf("--%s %s: must be %s", bad.GetFlag().Name, bad.GetValue(), kind)
		}
		return err
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, "--"+f.Name) })
	return cli.Meant(err, "--"+unknown.GetSpecifiedName(), known)
}

// newHelp is the command help, which refuses commands that do not exist.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Explain a command",
		Example: "  sandbox help sim",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return noCommand(root, args)
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			if len(args) == 0 {
				for _, c := range root.Commands() {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// noCommand refuses what stands where a command belongs.
func noCommand(parent *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range parent.Commands() {
		names = append(names, c.Name())
	}
	return cli.Meant(fmt.Errorf("unknown command %q; %s --help lists them", args[0], parent.CommandPath()), args[0],
		names)
}
