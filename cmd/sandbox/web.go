package main

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
)

// newWeb makes the command that serves the page of make web to browsers of this machine.
func newWeb() *cobra.Command {
	address := ""
	cmd := &cobra.Command{
		Use:   "web [FOLDER]",
		Short: "Serve the sandbox to a browser of this machine",
		Long: "Serve the folder that make web has built, out/web without an argument, at a loopback address, until " +
			"interrupted. Any other static host serves it as well. make site builds the folder out/site.",
		Example: "  make web && sandbox web\n" +
			"  make site && sandbox web out/site\n" +
			"  sandbox web ~/tumble-web --address 127.0.0.1:9000",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			folder := filepath.Join("out", "web")
			if len(args) > 0 {
				folder = args[0]
			}
			if _, err := os.Stat(filepath.Join(folder, "index.html")); err != nil {
				return cli.Exit(cli.ExitInput, "%s has no index.html: make web builds the folder out/web", folder)
			}
			if err := cli.ServeFolder(cmd.Context(), address, folder, cmd.OutOrStdout()); err != nil {
				return cli.Exit(cli.ExitUsage, "--address: %w", err)
			}
			return nil
		}),
	}
	cmd.Flags().StringVar(&address, "address", "127.0.0.1:8080",
		"where to listen, a loopback address; port 0 takes a free one")
	return cmd
}
