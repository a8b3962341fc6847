package main

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"tumble/engine/record"
	"tumble/engine/timestep"
	"tumble/internal/app/session"
	"tumble/internal/attach"
	"tumble/internal/cli"
)

func newAttach() *cobra.Command {
	f := &runFlags{}
	cmd := &cobra.Command{
		Use:   "attach [PROGRAM]",
		Short: "Show the world of a running program in the window",
		Long: "Follow the world of a running program (physics/debug.Serve) in the window, by the name or the\n" +
			"process number of the program. Without one the programs of this user are listed.\n\n" +
			"The timeline goes back in all that was received. Pause, single steps, the hand, pushes and\n" +
			"parameters of the world reach a program that allows them. It goes on when the window closes.",
		Example: "  sandbox attach\n  sandbox attach server\n  sandbox attach 4711",
		Args:    cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			list, err := attach.List("")
			if len(args) == 0 {
				return listPrograms(cmd.OutOrStdout(), list, err)
			}
			p, findErr := programNamed(list, args[0])
			if findErr != nil {
				return &cli.Error{Code: cli.ExitInput, Err: errors.Join(findErr, err)}
			}
			f.live, err = attach.Watch(cmd.Context(), p)
			if err != nil {
				return &cli.Error{Code: cli.ExitInput, Err: fmt.Errorf("%s: %w", p.Name, err)}
			}
			return f.run(cmd, p.Name)
		}),
	}
	f.flags(cmd)
	cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		// a folder that cannot be read completes nothing
		list, _ := attach.List("")
		names := make([]string, len(list))
		for i := range list {
			names[i] = list[i].Name
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// listPrograms prints the programs that show their worlds.
func listPrograms(out io.Writer, list []attach.Program, problem error) error {
	if len(list) == 0 {
		fmt.Fprintln(out, "no program of this user shows its world: see debug.Serve in tumble/physics/debug")
	} else {
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "PROCESS\tNAME\tSTEPS\tSTATE\tVIEWERS\tALLOWS")
		for _, p := range list {
			state := "runs"
			if p.Status.Paused {
				state = "paused"
			}
			allows := p.Status.Allow.String()
			if allows == "" {
				allows = "looking"
			}
			fmt.Fprintf(w, "%d\t%s\t%d\t%s\t%d\t%s\n", p.PID, p.Name, p.Status.Steps, state, p.Status.Viewers, allows)
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if problem != nil {
		return &cli.Error{Code: cli.ExitInput, Err: problem}
	}
	return nil
}

// programNamed finds a program by its process number or its name.
func programNamed(list []attach.Program, word string) (attach.Program, error) {
	var found []attach.Program
	for _, p := range list {
		if strconv.Itoa(p.PID) == word {
			return p, nil
		}
		if p.Name == word {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		err := fmt.Errorf("attach %q: no program of this name or process number shows its world", word)
		return attach.Program{}, err
	case 1:
		return found[0], nil
	}
	numbers := make([]string, len(found))
	for i := range found {
		numbers[i] = strconv.Itoa(found[i].PID)
	}
	return attach.Program{}, fmt.Errorf("attach %q: %d programs have this name: give a process number: %s",
		word, len(found), strings.Join(numbers, ", "))
}

// watch waits for the world of the program and repeats it.
func (f *runFlags) watch(cmd *cobra.Command, clock timestep.Clock) (*session.Session, *record.Recording, error) {
	rec, err := f.live.Recording(cmd.Context())
	switch {
	case cmd.Context().Err() != nil:
		return nil, nil, cli.Interrupted(cmd.Context(), "")
	case err != nil:
		return nil, nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	f.received = rec
	s, err := session.Repeat(rec, clock.Now)
	if err != nil {
		return nil, nil, &cli.Error{Code: cli.ExitInput, Err: err}
	}
	return s, rec, nil
}
