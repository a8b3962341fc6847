package main

import (
	"context"

	"tumble/engine/param"
	"tumble/internal/cli"
	"tumble/physics/scenes"
)

// build builds a scene. Large ones take seconds, in which the program still ends at once when it is
// asked to: what is built meanwhile is dropped.
func build(ctx context.Context, config *param.Config) (*scenes.Run, error) {
	type result struct {
		run *scenes.Run
		err error
	}
	done := make(chan result, 1)
	go func() {
		run, err := config.Build()
		done <- result{run, err}
	}()
	select {
	case r := <-done:
		return r.run, r.err
	case <-ctx.Done():
		return nil, cli.Interrupted(ctx, "while the scene %s was built", config.Scene.Name)
	}
}
