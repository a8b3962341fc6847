package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// anyNumber is no limit to the arguments of a command.
const anyNumber = -1

// takes checks the number of arguments of a command; what it says names them as its usage does.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		n := len(args)
		if n >= least && (most == anyNumber || n <= most) {
			return nil
		}
		_, wanted, _ := strings.Cut(cmd.Use, " ")
		switch {
		case wanted == "":
			return fmt.Errorf("%s takes no argument, got %q", cmd.Name(), args[0])
		case n < least:
			return fmt.Errorf("%s: %s is missing", cmd.Name(), wanted)
		}
		return fmt.Errorf("%s takes %s; %q is too much", cmd.Name(), wanted, args[most])
	}
}
