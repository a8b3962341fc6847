package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"tumble/internal/cli"
	"tumble/physics"
)

// stampedVersion and stampedRevision are set by the linker in packages, which are built without the folder of git.
var stampedVersion, stampedRevision string

// versionInfo says which program this is and what its figures depend on.
type versionInfo struct {
	Version  string            `json:"version"`
	Revision string            `json:"revision,omitempty"`
	Modified bool              `json:"modified,omitempty"`
	Go       string            `json:"go"`
	GOOS     string            `json:"goos"`
	GOARCH   string            `json:"goarch"`
	GOAMD64  string            `json:"goamd64,omitempty"`
	Cgo      bool              `json:"cgo"`
	Kernels  string            `json:"kernels"`
	Formats  map[string]string `json:"formats"`
}

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Print the version and what the program was built for",
		Example: "  sandbox version --json",
		Args:    cli.Takes(0, 0),
		RunE: cli.Failing(func(cmd *cobra.Command, _ []string) error {
			info := readVersion()
			if asJSON {
				return cli.WriteJSON(cmd.OutOrStdout(), info)
			}
			_, err := fmt.Fprintln(cmd.OutOrStdout(), versionLine(info))
			return err
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write a JSON object")
	return cmd
}

// versionLine is the line of sandbox version.
func versionLine(info versionInfo) string {
	return fmt.Sprintf("tumble %s, %s, %s", info.Version, info.Go,
		strings.TrimSpace(info.GOOS+"/"+info.GOARCH+" "+info.GOAMD64))
}

func readVersion() versionInfo {
	info := versionInfo{
		Version: "unknown", Go: runtime.Version(), GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		Kernels: physics.Kernels(),
		Formats: map[string]string{
			"recording": fmt.Sprint(physics.RecordingVersion),
			"snapshot":  fmt.Sprint(physics.SnapshotVersion),
		},
	}
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return info
	}
	info.Version = build.Main.Version
	for _, s := range build.Settings {
		switch s.Key {
		case "vcs.revision":
			info.Revision = s.Value
		case "vcs.modified":
			info.Modified = s.Value == "true"
		case "GOAMD64":
			info.GOAMD64 = s.Value
		case "CGO_ENABLED":
			info.Cgo = s.Value == "1"
		}
	}
	if stampedVersion != "" {
		info.Version, info.Revision = stampedVersion, stampedRevision
	}
	return info
}
