package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// AnyNumber is no limit to the arguments of a command.
const AnyNumber = -1

// Takes checks the number of arguments of a command; what it says names them as its usage does.
func Takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		n := len(args)
		if n >= least && (most == AnyNumber || n <= most) {
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
