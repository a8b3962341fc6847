package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tumble/engine"
	"tumble/engine/diagnose"
	"tumble/engine/nettime"
	"tumble/engine/timestep"
	"tumble/internal/app/stage"
	"tumble/internal/app/versus"
	"tumble/internal/cli"
	"tumble/internal/cli/loops"
	"tumble/internal/lockstep"
	"tumble/internal/netgame"
	"tumble/renderer"
)

// versusHertz is the number of steps a second of a game over a network.
const versusHertz = 60

// versusFlags are the flags of host and join.
type versusFlags struct {
	listen, token, quality string
	loss                   string
	latency, jitter        time.Duration
	rollback               int
	steps, seed            uint64
	width, height          int
	pilot                  bool
}

func newHost() *cobra.Command {
	f := &versusFlags{}
	cmd := &cobra.Command{
		Use:   "host [SCENE]",
		Short: "Open a window on a scene for two and wait for the other player",
		Long: "Open a window on a scene for two, football if none is named, and wait for the other player, who\n" +
			"joins with sandbox join. Both windows compute the whole world: each goes on with the last known\n" +
			"input of the other, and rolls back where that was another one. Arrow keys or WASD play.",
		Example: "  sandbox host\n" +
			"  sandbox host shared_tower --latency 60ms --jitter 20ms --loss 3%\n" +
			"  sandbox host football --listen 0.0.0.0:7000 --token-file secret.txt",
		Args: cli.Takes(0, 1),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			token, err := cli.Token(f.token, f.listen)
			if err != nil {
				return err
			}
			return f.play(cmd, versusScene(args), 0, func(faults lockstep.Faults) (*lockstep.Link, error) {
				l, err := lockstep.Listen(f.listen, token, faults)
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "listening at %s\n", l.Address())
				}
				return l, err
			})
		}),
	}
	f.add(cmd)
	cmd.Flags().StringVar(&f.listen, "listen", "127.0.0.1:7770", "address at which the other player joins")
	return cmd
}

func newJoin() *cobra.Command {
	f := &versusFlags{}
	cmd := &cobra.Command{
		Use:   "join ADDRESS [SCENE]",
		Short: "Open a window on a game that another program hosts",
		Long: "Open a window on a game that another program hosts with sandbox host, of the same scene and with\n" +
			"the same --rollback, --steps and --seed.",
		Example: "  sandbox join 127.0.0.1:7770\n" +
			"  sandbox join other.example:7000 shared_tower --token-file secret.txt",
		Args: cli.Takes(1, 2),
		RunE: cli.Failing(func(cmd *cobra.Command, args []string) error {
			token, err := cli.Token(f.token, args[0])
			if err != nil {
				return err
			}
			return f.play(cmd, versusScene(args[1:]), 1, func(faults lockstep.Faults) (*lockstep.Link, error) {
				return lockstep.Join(args[0], token, faults)
			})
		}),
	}
	f.add(cmd)
	return cmd
}

// versusScene is the scene of the arguments.
func versusScene(args []string) string {
	if len(args) == 0 {
		return "football"
	}
	return args[0]
}

func (f *versusFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.rollback, "rollback", 24, "steps to predict at most, a second has 60; 0 waits for all input")
	flags.DurationVar(&f.latency, "latency", 0, "delay every packet that is sent")
	flags.DurationVar(&f.jitter, "jitter", 0, "delay each packet by up to so much more")
	flags.StringVar(&f.loss, "loss", "0%", "part of the packets that are lost")
	flags.Uint64Var(&f.steps, "steps", 1<<32, "steps after which the game ends")
	flags.Lookup("steps").DefValue = ""
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the pilot and of the delays")
	flags.BoolVar(&f.pilot, "pilot", false,
		"let a pilot of chance play this side, and print how the game goes each second")
	flags.IntVar(&f.width, "width", 960, "width of the window")
	flags.IntVar(&f.height, "height", 600, "height of the window")
	flags.StringVar(&f.quality, "quality", stage.QualityNames[stage.QualityAutomatic],
		"quality of the picture: "+strings.Join(stage.QualityNames, ", "))
	flags.StringVar(&f.token, "token-file", "", cli.TokenUsage)
}

// play opens the link and the window.
func (f *versusFlags) play(cmd *cobra.Command, name string, player int,
	open func(lockstep.Faults) (*lockstep.Link, error)) error {
	scene, err := cli.FindScene(name)
	if err != nil {
		return err
	}
	quality, known := stage.FindQuality(f.quality)
	loss, err := loops.ParsePercent("--loss", f.loss)
	switch {
	case err != nil:
		return err
	case !known:
		return cli.Exit(cli.ExitUsage, "--quality %s: must be one of %s", f.quality,
			strings.Join(stage.QualityNames, ", "))
	case scene.PlayerCount() != netgame.Players:
		return cli.Exit(cli.ExitUsage, "scene %s is not for two players: football and shared_tower are", name)
	case f.rollback < 0 || f.rollback > nettime.MostDepth:
		return cli.Exit(cli.ExitUsage, "--rollback %d: must be from 0 to %d", f.rollback, nettime.MostDepth)
	case f.steps < 1 || f.width < 100 || f.height < 100 || f.width > 16384 || f.height > 16384:
		return cli.Exit(cli.ExitUsage, "--steps must be 1 or more, --width and --height from 100 to 16384")
	}
	link, err := open(lockstep.Faults{Latency: f.latency, Jitter: f.jitter, Loss: loss, Seed: f.seed + uint64(player)})
	if err != nil {
		return cli.Exit(cli.ExitUsage, "%w", err)
	}
	c := lockstep.Config{Scene: scene, Steps: f.steps, Seed: f.seed, Player: player, Clock: timestep.RealClock()}
	duel, err := lockstep.NewDuel(c, f.rollback, versusHertz, link)
	if err != nil {
		return errors.Join(err, link.Close())
	}
	defer duel.Close()
	err = f.window(cmd, c, duel, quality)
	s := duel.Standing()
	fmt.Fprintln(cmd.OutOrStdout(), s.Text(player))
	return errors.Join(err, link.Close())
}

// window runs the game in a window until it ends or is closed.
func (f *versusFlags) window(cmd *cobra.Command, c lockstep.Config, duel *lockstep.Duel, quality stage.Quality) error {
	bad := diagnose.NewBadMachine(c.Clock)
	defer bad.Close()
	r := &runFlags{width: f.width, height: f.height, sized: true}
	win, ex, err := r.open(c.Clock, bad, false, nil)
	if err != nil {
		return noDisplay(err)
	}
	o := versus.Options{Player: c.Player, Quality: quality}
	if f.pilot {
		pilot := netgame.NewPilot(duel.Game(), c.Player, c.Seed)
		o.Decide = func() nettime.Input { return pilot.Watch(c.Clock.Now()) }
		o.Each = func(s lockstep.Standing) { fmt.Fprintln(cmd.OutOrStdout(), s.Text(c.Player)) }
	}
	v, err := versus.New(ex, duel, o)
	if err != nil {
		err = errors.Join(err, ex.Close(math.MaxInt64))
		win.Destroy()
		return err
	}
	watched, stop := watchWindow(cmd.Context(), win)
	defer stop()
	loop, err := engine.NewLoop(engine.LoopConfig{
		Clock: c.Clock, Window: watched, Executor: ex, Simulation: v, Hz: versusHertz, Vsync: renderer.VsyncOn,
	})
	if err != nil {
		v.Release()
		err = errors.Join(err, ex.Close(math.MaxInt64))
		win.Destroy()
		return err
	}
	loop.SetBackground(engine.BackgroundFull)
	v.Attach(win, loop)
	err = loop.Run()
	leave(win)
	if err == nil && cmd.Context().Err() != nil {
		return cli.Interrupted(cmd.Context(), "")
	}
	return err
}
