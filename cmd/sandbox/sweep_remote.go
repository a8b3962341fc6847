package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/sweep"
)

// queueProgram carries jobs and rows between machines. It is a program of its own, because its library would make this
// one half as large again.
const queueProgram = "sandbox-nats"

// findQueue returns the path of queueProgram.
func findQueue() (string, error) { return findProgram(queueProgram, "queue") }

// findProgram returns the path of a program that make builds: beside this one, or in PATH.
func findProgram(name, target string) (string, error) {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), name)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", cli.Exit(cli.ExitFailed, "%s is not installed; in the source tree: make %s", name, target)
	}
	return path, nil
}

// queueToken is the file with the token for an address HOST:PORT, or for a server at a URL. A URL may hold credentials
// itself.
func queueToken(file, address, server string) (string, error) {
	if server != "" {
		u, err := url.Parse(server)
		if err != nil || u.Host == "" {
			return "", cli.Exit(cli.ExitUsage, "%s: is no URL of a server, as nats://127.0.0.1:4222", server)
		}
		if u.User != nil && file == "" {
			return "", nil
		}
		address = u.Host
		if u.Port() == "" {
			address = net.JoinHostPort(u.Hostname(), "4222")
		}
	}
	return cli.TokenFile(file, address)
}

// newSweepServe is the command that simulates a study on the machines that join.
func newSweepServe() *cobra.Command {
	f := &sweepFlags{}
	var listen, server, token, certificate, key string
	cmd := &cobra.Command{
		Use:   "serve STUDY.toml",
		Short: "Simulate a study on all machines that join",
		Long: "Simulate a study in the processes of sandbox sweep join, on any number of machines with this version. Jobs and\n" +
			"rows go through a NATS server within this command, or through one that runs elsewhere (--server). A cell whose\n" +
			"machine falls silent for 3 s goes to another one. Stopped or killed, the same command goes on. Machines prove\n" +
			"that they hold the token; the first row of each and one of 32 are simulated again here (docs/listening.md).",
		Example: "  sandbox sweep serve study.toml\n" +
			"  sandbox sweep serve study.toml --listen 0.0.0.0:4222 --token-file secret.txt\n" +
			"  sandbox sweep serve study.toml --server nats://queue.example:4222 --token-file secret.txt",
		Args: cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			queue, err := findQueue()
			if err != nil {
				return err
			}
			if token, err = queueToken(token, listen, server); err != nil {
				return err
			}
			command := []string{queue, "serve", "-listen", listen, "-server", server, "-token-file", token, "-cert",
				certificate, "-key", key}
			return f.runOn(cmd, args[0], func(s *sweep.Study) (sweep.Executor, error) {
				parcel, err := sweep.Pack(s, programVersion())
				if err != nil {
					return nil, &cli.Error{Code: cli.ExitInput, Err: err}
				}
				check, err := workerCommand(s.Path)
				return &sweep.Remote{Command: command, Parcel: parcel, Errors: cmd.ErrOrStderr(),
					Check: &sweep.Processes{Command: check, Workers: 1, Clock: timestep.RealClock()}}, err
			})
		}),
	}
	f.resultFlags(cmd)
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "address of the server of this command; port 0 for any")
	cmd.Flags().StringVar(&server, "server", "", "use the NATS server at this URL, with JetStream, instead")
	cmd.Flags().StringVar(&token, "token-file", "", cli.TokenUsage)
	cmd.Flags().StringVar(&certificate, "cert", "",
		"certificate with which the server of this command speaks TLS, with --key")
	cmd.Flags().StringVar(&key, "key", "", "private key of --cert")
	return cmd
}

// newSweepJoin is the command that simulates cells for a study that is served elsewhere.
func newSweepJoin() *cobra.Command {
	var workers int
	var token string
	var wait time.Duration
	cmd := &cobra.Command{
		Use:     "join URL",
		Short:   "Simulate cells of a study that another machine serves",
		Long:    "Simulate cells of the study that sandbox sweep serve runs at a URL, until all have their row.",
		Example: "  sandbox sweep join nats://127.0.0.1:4222\n  sandbox sweep join tls://queue.example:4222 --token-file secret.txt",
		Args:    cli.Takes(1, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			if workers < 0 || workers > 1024 {
				return cli.Exit(cli.ExitUsage, "--workers %d: must be 0 to 1024", workers)
			}
			queue, err := findQueue()
			if err != nil {
				return err
			}
			if token, err = queueToken(token, "", args[0]); err != nil {
				return err
			}
			n := workerCount(workers)
			// one more for each worker travels while it simulates
			command := []string{queue, "join", "-slots", strconv.Itoa(2 * n), "-token-file", token, "-wait",
				wait.String(), args[0]}
			return join(cmd, command, n)
		}),
	}
	cmd.Flags().IntVar(&workers, "workers", 0, "cells that are simulated at a time, 0 for one on each core")
	cmd.Flags().StringVar(&token, "token-file", "", cli.TokenUsage)
	cmd.Flags().DurationVar(&wait, "wait", time.Minute, "wait so long for a server that does not answer")
	return cmd
}

// join simulates what comes through a program that carries lines.
func join(cmd *cobra.Command, command []string, workers int) error {
	ctx := cmd.Context()
	dir, err := os.MkdirTemp("", "tumble-join-")
	if err != nil {
		return cli.OutputError(err)
	}
	defer os.RemoveAll(dir)
	carrier := exec.CommandContext(ctx, command[0], command[1:]...)
	carrier.Stderr = cmd.ErrOrStderr()
	replies, err := carrier.StdinPipe()
	if err != nil {
		return err
	}
	// the end of its input makes it give back the cells that nobody simulates
	carrier.Cancel = replies.Close
	carrier.WaitDelay = 5 * time.Second
	jobs, err := carrier.StdoutPipe()
	if err != nil {
		return err
	}
	if err := carrier.Start(); err != nil {
		return err
	}
	cells := 0
	err = sweep.Join(ctx, dir, programVersion(), jobs, &counter{replies, &cells},
		func(s *sweep.Study) (sweep.Executor, error) {
			work, err := workerCommand(s.Path)
			return &sweep.Processes{Command: work, Workers: workers, Clock: timestep.RealClock()}, err
		})
	_ = replies.Close()
	ended := carrier.Wait()
	switch {
	case ctx.Err() != nil:
		return cli.Interrupted(ctx, "after %d cells; the others go to other machines", cells)
	case errors.Is(err, sweep.ErrParcel), errors.Is(err, sweep.ErrStudy):
		return &cli.Error{Code: cli.ExitInput, Err: err}
	case err != nil && ended == nil:
		return err
	case ended != nil:
		return cli.Exit(cli.ExitFailed, "%s ended after %d cells", queueProgram, cells)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d cells simulated; the study is over\n", cells)
	return err
}

// counter counts the lines that are written, one at a time.
type counter struct {
	to    io.Writer
	lines *int
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	if err == nil {
		*c.lines++
	}
	return n, err
}
