package workers

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// PanicError reports a panic in the function of a run.
type PanicError struct {
	// Value is the argument of panic.
	Value any
	// Stack is the call stack of the panic, as printed by debug.Stack.
	Stack []byte
	// Stage is the stage and Block the block in which it happened, of a joined stage the first of those run in one
	// call.
	Stage Stage
	Block int32
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("workers: panic in block %d of stage kind %d: %v", e.Block, e.Stage.Kind, e.Value)
}

// Unwrap returns the panic value if it is an error, so that errors.Is and errors.As look into it.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// fault keeps the panic of the lowest block, which does not depend on who ran it unless blocks are joined.
type fault struct {
	mu    sync.Mutex
	set   bool
	block int32
	value any
	stack []byte
}

func (f *fault) note(block int32, value any) {
	stack := debug.Stack()
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.set || block < f.block {
		f.set, f.block, f.value, f.stack = true, block, value, stack
	}
}

func (f *fault) err(s *Stage) error {
	return &PanicError{Value: f.value, Stack: f.stack, Stage: *s, Block: f.block}
}
