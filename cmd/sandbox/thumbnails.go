package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/app/thumbnail"
	"tumble/internal/app/userfile"
	"tumble/internal/cli"
	"tumble/renderer"
)

// newThumbnails is the process that the window starts to have small pictures of scenes made.
func newThumbnails() *cobra.Command {
	return &cobra.Command{
		Use:     "thumbnails FOLDER",
		Short:   "Make small pictures of the scenes that standard input names",
		Example: "  echo box box | tr ' ' '\\t' | sandbox thumbnails pictures",
		Hidden:  true,
		Args:    cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			yieldProcessor()
			return offscreenly(func(ex renderer.Executor) error {
				return thumbnail.Serve(ex, args[0], cmd.InOrStdin(), cmd.OutOrStdout(), timestep.RealClock())
			})
		}),
	}
}

// thumbnailCommand returns the command that draws thumbnails and the folder of their pictures, one folder for each
// build of the program. Both are empty where the system has no folder for caches.
func thumbnailCommand() (command []string, folder string) {
	program, err := os.Executable()
	if err != nil {
		return nil, ""
	}
	info, err := os.Stat(program)
	cache := userfile.Cache()
	if err != nil || cache == "" {
		return nil, ""
	}
	build := fmt.Sprintf("%x", sha256.Sum256(fmt.Append(nil, program, info.Size(), info.ModTime().UnixNano())))
	return []string{program, "thumbnails"}, filepath.Join(cache, "thumbnails", build[:12])
}
