package loops

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine/nettime"
	"tumble/engine/timestep"
	"tumble/internal/cli"
	"tumble/internal/lockstep"
)

// lockstepFlags are the flags of the lockstep command.
type lockstepFlags struct {
	listen, join, token string
	loss, plant         string
	steps, seed         uint64
	jitter, slow        time.Duration
	latency             time.Duration
	rollback            int
	duel                bool // with rollback
}

func NewLockstep() *cobra.Command {
	f := &lockstepFlags{}
	cmd := &cobra.Command{
		Use:   "lockstep [SCENE]",
		Short: "Run a scene in two programs that exchange only input",
		Long: "Run a scene in two programs over UDP that exchange only input, and compare the hashes of every\n" +
			"step. The slower one sets the pace; a difference is named by its step and its body. Without\n" +
			"--listen and --join the command starts the second program itself, which gets --slow and --plant.\n" +
			"With --rollback two pilots of chance play a scene for two in real time: each side goes on with the\n" +
			"last known input of the other, and computes again what that made wrong (docs/networking.md).\n" +
			"Each packet proves that its sender holds the token; on this machine that of the user serves.",
		Example: "  sandbox lockstep football --rollback 24 --latency 120ms --jitter 20ms --loss 3%\n" +
			"  sandbox lockstep stack10 --steps 10000 --jitter 200ms --loss 5% --slow 4ms\n" +
			"  sandbox lockstep stack10 --plant 500:3\n" +
			"  sandbox lockstep stack10 --listen 0.0.0.0:7000 --token-file secret.txt\n" +
			"  sandbox lockstep stack10 --join other.example:7000 --token-file secret.txt",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			f.duel = cmd.Flags().Changed("rollback")
			return f.run(cmd, cli.SceneNamed(args))
		}),
	}
	flags := cmd.Flags()
	flags.Uint64Var(&f.steps, "steps", 1000, "steps to take")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the players' input")
	flags.DurationVar(&f.latency, "latency", 0, "delay of every packet")
	flags.DurationVar(&f.jitter, "jitter", 0, "longest delay of a packet beyond it, each its own")
	flags.IntVar(&f.rollback, "rollback", 0,
		"play in real time, 60 steps a second, and predict so many at most; 0 waits for all input")
	flags.StringVar(&f.loss, "loss", "0%", "part of the packets that are lost")
	flags.DurationVar(&f.slow, "slow", 0, "least wall time of a step")
	flags.StringVar(&f.plant, "plant", "", "push a body that the other side leaves alone, as STEP:BODY")
	flags.StringVar(&f.listen, "listen", "", "wait for the other program at this address")
	flags.StringVar(&f.join, "join", "", "join a program that listens at this address")
	flags.StringVar(&f.token, "token-file", "", cli.TokenUsage)
	return cmd
}

func (f *lockstepFlags) run(cmd *cobra.Command, name string) error {
	scene, err := cli.FindScene(name)
	if err != nil {
		return err
	}
	loss, err := ParsePercent("--loss", f.loss)
	if err != nil {
		return cli.Exit(cli.ExitUsage, "--loss %s: must be from 0%% to below 100%%", f.loss)
	}
	plant, err := parsePlant(f.plant)
	switch {
	case err != nil:
		return err
	case f.steps < 1 || f.slow < 0 || f.latency < 0 || f.jitter < 0 || loss >= 1:
		return cli.Exit(cli.ExitUsage, "--steps must be 1 or more, times not negative, --loss below 100%%")
	case f.duel && (f.slow > 0 || f.plant != ""):
		return cli.Exit(cli.ExitUsage, "--slow and --plant do not go with --rollback")
	case f.duel && (f.rollback < 0 || f.rollback > nettime.MostDepth):
		return cli.Exit(cli.ExitUsage, "--rollback %d: must be from 0 to %d", f.rollback, nettime.MostDepth)
	case f.duel && scene.PlayerCount() != 2:
		return cli.Exit(cli.ExitUsage, "--rollback: scene %s is not for two players", name)
	case f.listen != "" && f.join != "":
		return cli.Exit(cli.ExitUsage, "--listen and --join do not go together")
	}
	c := lockstep.Config{Scene: scene, Steps: f.steps, Seed: f.seed, Slow: f.slow, Plant: plant,
		Clock: timestep.RealClock()}
	faults := lockstep.Faults{Latency: f.latency, Jitter: f.jitter, Loss: loss, Seed: f.seed}
	if f.join != "" {
		c.Player, faults.Seed = 1, f.seed+1
		token, err := cli.Token(f.token, f.join)
		if err != nil {
			return err
		}
		return f.play(cmd, c, func() (*lockstep.Link, error) { return lockstep.Join(f.join, token, faults) }, nil)
	}
	at, other := f.listen, (func(string) (func() error, error))(nil)
	if at == "" {
		at = "127.0.0.1:0"
		c.Slow, c.Plant = 0, lockstep.Plant{}
		other = func(address string) (func() error, error) { return f.start(cmd, name, address) }
	}
	token, err := cli.Token(f.token, at)
	if err != nil {
		return err
	}
	return f.play(cmd, c, func() (*lockstep.Link, error) { return lockstep.Listen(at, token, faults) }, other)
}

// play runs one side and prints what became of it; other, if not nil, starts the other side.
func (f *lockstepFlags) play(cmd *cobra.Command, c lockstep.Config, open func() (*lockstep.Link, error),
	other func(address string) (func() error, error)) error {
	link, err := open()
	if err != nil {
		return cli.Exit(cli.ExitUsage, "%w", err)
	}
	out := cmd.OutOrStdout()
	wait := func() error { return nil }
	switch {
	case other != nil:
		if wait, err = other(link.Address()); err != nil {
			return errors.Join(err, link.Close())
		}
	case c.Player == 0:
		fmt.Fprintf(out, "listening at %s\n", link.Address())
	}
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	ended := make(chan error, 1)
	if other != nil {
		go func() {
			err := wait()
			ended <- err
			if err != nil {
				cancel() // nobody else joins
			}
		}()
	} else {
		ended <- nil
	}
	outcome, err := f.side(ctx, cmd, c, link)
	err = errors.Join(err, link.Close())
	if second := <-ended; second != nil && errors.Is(err, context.Canceled) && cmd.Context().Err() == nil {
		err = second
	}
	if unsent, failed := link.Unsent(); unsent > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "sandbox: %d packets could not be sent: %v\n", unsent, failed)
	}
	fmt.Fprintln(out, outcome)
	return err
}

// side plays one side and says what became of it.
func (f *lockstepFlags) side(ctx context.Context, cmd *cobra.Command, c lockstep.Config,
	link *lockstep.Link) (string, error) {
	if f.duel {
		s, err := lockstep.RunDuel(ctx, c, f.rollback, duelHertz, link, func(s lockstep.Standing) {
			fmt.Fprintln(cmd.OutOrStdout(), s.Text(c.Player))
		})
		return s.Text(c.Player), err
	}
	rep, err := lockstep.Run(ctx, c, link)
	seconds := float64(rep.Took) / float64(timestep.Second)
	return fmt.Sprintf("player %d: %d steps in %.1f s, %.0f %% of it waiting; hash %016x; %d packets sent, %d lost, "+
		"%d received, %d of them overtaken",
		c.Player, rep.Steps, seconds, 100*float64(rep.Waited)/float64(max(rep.Took, 1)), rep.Hash,
		link.Sent, link.Lost, rep.Received, rep.Late), err
}

// duelHertz is the number of steps a second of a game with rollback.
const duelHertz = 60

// start starts the second program; the function that it returns waits for its end.
func (f *lockstepFlags) start(cmd *cobra.Command, scene, address string) (func() error, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args := []string{"lockstep", scene, "--join", address, "--steps", strconv.FormatUint(f.steps, 10), "--seed",
		strconv.FormatUint(f.seed, 10),
		"--latency", f.latency.String(), "--jitter", f.jitter.String(), "--loss", f.loss, "--slow", f.slow.String()}
	if f.duel {
		args = append(args, "--rollback", strconv.Itoa(f.rollback))
	}
	if f.plant != "" {
		args = append(args, "--plant", f.plant)
	}
	if f.token != "" {
		args = append(args, "--token-file", f.token)
	}
	second := exec.CommandContext(cmd.Context(), program, args...)
	second.Stdout, second.Stderr = cmd.OutOrStdout(), cmd.ErrOrStderr()
	if err := second.Start(); err != nil {
		return nil, err
	}
	return func() error {
		// it prints its error itself
		if err := second.Wait(); err != nil {
			return fmt.Errorf("the second program: %w", err)
		}
		return nil
	}, nil
}

// parsePlant reads STEP:BODY.
func parsePlant(text string) (p lockstep.Plant, err error) {
	if text == "" {
		return p, nil
	}
	step, body, ok := strings.Cut(text, ":")
	n, err1 := strconv.ParseUint(step, 10, 64)
	b, err2 := strconv.Atoi(body)
	if !ok || err1 != nil || err2 != nil || n < 1 || b < 0 {
		return p, cli.Exit(cli.ExitUsage, "--plant %s: must be STEP:BODY", text)
	}
	return lockstep.Plant{Step: n, Body: b}, nil
}
