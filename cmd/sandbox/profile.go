package main

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/pprof"
	"runtime/trace"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
)

// profileFlags ask for profiles of a command.
type profileFlags struct {
	cpu, mem, trace string
	// steps limits the CPU profile to a range of steps
	stepRange string
	from, to  uint64
	profiling bool
}

// addSteps adds the flag that limits the CPU profile to steps.
func (f *profileFlags) addSteps(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.stepRange, "profile-steps", "", "limit --cpuprofile to these steps, as 500:800, or to the first so many")
}

// parseSteps reads the range of steps.
func (f *profileFlags) parseSteps() error {
	if f.stepRange == "" {
		return nil
	}
	if f.cpu == "" {
		return exitWith(exitUsage, "--profile-steps needs --cpuprofile")
	}
	first, last, ok := strings.Cut(f.stepRange, ":")
	if !ok {
		first, last = "1", f.stepRange
	}
	from, errFrom := strconv.ParseUint(first, 10, 32)
	to, errTo := strconv.ParseUint(last, 10, 32)
	if errFrom != nil || errTo != nil || from < 1 || to < from {
		return exitWith(exitUsage, "--profile-steps %s: must be FROM:TO or a number, from 1 on", f.stepRange)
	}
	f.from, f.to = from, to
	return nil
}

// beforeStep starts the profile of a range of steps with the first of them.
func (f *profileFlags) beforeStep(step int, p *profiles) error {
	if f.from == 0 || f.profiling || uint64(step) < f.from || uint64(step) > f.to {
		return nil
	}
	f.profiling = true
	return f.beginCPU(p)
}

// afterStep ends it after the last.
func (f *profileFlags) afterStep(step int, p *profiles) error {
	if !f.profiling || uint64(step) != f.to {
		return nil
	}
	last := len(*p) - 1
	end := (*p)[last]
	*p = (*p)[:last]
	return end()
}

func (f *profileFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cpu, "cpuprofile", "", "write a CPU profile to this file")
	cmd.Flags().StringVar(&f.mem, "memprofile", "", "write a profile of all allocations to this file")
	cmd.Flags().StringVar(&f.trace, "trace", "", "write an execution trace to this file")
}

// files are the files that the flags name.
func (f *profileFlags) files() []namedFile {
	return []namedFile{{"--cpuprofile", f.cpu}, {"--memprofile", f.mem}, {"--trace", f.trace}}
}

// profiles are the profiles in progress: what ends each of them and writes it.
type profiles []func() error

// stop ends all profiles and returns the first error.
func (p *profiles) stop() error {
	var first error
	for _, end := range *p {
		if err := end(); first == nil {
			first = err
		}
	}
	*p = nil
	return first
}

// start begins the profiles that were asked for. Either all of them run, or none and the
// error says why.
func (f *profileFlags) start() (*profiles, error) {
	if err := f.parseSteps(); err != nil {
		return nil, err
	}
	p := &profiles{}
	for _, begin := range []func(*profiles) error{f.startCPU, f.startTrace, f.startMemory} {
		if err := begin(p); err != nil {
			return nil, errors.Join(err, p.stop())
		}
	}
	return p, nil
}

func (f *profileFlags) startCPU(p *profiles) error {
	if f.cpu == "" || f.from > 0 {
		return nil
	}
	return f.beginCPU(p)
}

func (f *profileFlags) beginCPU(p *profiles) error {
	file, err := createOutput(f.cpu)
	if err != nil {
		return err
	}
	checked := &checkedWriter{Writer: file}
	if err := pprof.StartCPUProfile(checked); err != nil {
		return fmt.Errorf("CPU profile: %w", err)
	}
	*p = append(*p, func() error {
		pprof.StopCPUProfile()
		return outputError(errors.Join(checked.err, file.Close()))
	})
	return nil
}

func (f *profileFlags) startTrace(p *profiles) error {
	if f.trace == "" {
		return nil
	}
	file, err := createOutput(f.trace)
	if err != nil {
		return err
	}
	checked := &checkedWriter{Writer: file}
	if err := trace.Start(checked); err != nil {
		return fmt.Errorf("execution trace: %w", err)
	}
	*p = append(*p, func() error {
		trace.Stop()
		return outputError(errors.Join(checked.err, file.Close()))
	})
	return nil
}

// startMemory opens the file at once, so that a wrong path is found before the work.
func (f *profileFlags) startMemory(p *profiles) error {
	if f.mem == "" {
		return nil
	}
	file, err := createOutput(f.mem)
	if err != nil {
		return err
	}
	*p = append(*p, func() error {
		runtime.GC()
		if err := pprof.Lookup("allocs").WriteTo(file, 0); err != nil {
			return exitWith(exitOutput, "memory profile: %w", errors.Join(err, file.Close()))
		}
		return outputError(file.Close())
	})
	return nil
}
