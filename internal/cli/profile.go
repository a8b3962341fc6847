package cli

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

// ProfileFlags ask for profiles of a command.
type ProfileFlags struct {
	CPU, mem, trace string
	// steps limits the CPU profile to a range of steps
	stepRange string
	from, to  uint64
	profiling bool
}

// AddSteps adds the flag that limits the CPU profile to steps.
func (f *ProfileFlags) AddSteps(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.stepRange, "profile-steps", "",
		"limit --cpuprofile to these steps, as 500:800, or to the first so many")
}

// parseSteps reads the range of steps.
func (f *ProfileFlags) parseSteps() error {
	if f.stepRange == "" {
		return nil
	}
	if f.CPU == "" {
		return Exit(ExitUsage, "--profile-steps needs --cpuprofile")
	}
	first, last, ok := strings.Cut(f.stepRange, ":")
	if !ok {
		first, last = "1", f.stepRange
	}
	from, errFrom := strconv.ParseUint(first, 10, 32)
	to, errTo := strconv.ParseUint(last, 10, 32)
	if errFrom != nil || errTo != nil || from < 1 || to < from {
		return Exit(ExitUsage, "--profile-steps %s: must be FROM:TO or a number, from 1 on", f.stepRange)
	}
	f.from, f.to = from, to
	return nil
}

// BeforeStep starts the profile of a range of steps with the first of them.
func (f *ProfileFlags) BeforeStep(step int, p *Profiles) error {
	if f.from == 0 || f.profiling || uint64(step) < f.from || uint64(step) > f.to {
		return nil
	}
	f.profiling = true
	return f.beginCPU(p)
}

// AfterStep ends it after the last.
func (f *ProfileFlags) AfterStep(step int, p *Profiles) error {
	if !f.profiling || uint64(step) != f.to {
		return nil
	}
	last := len(*p) - 1
	end := (*p)[last]
	*p = (*p)[:last]
	return end()
}

func (f *ProfileFlags) Add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.CPU, "cpuprofile", "", "write a CPU profile to this file")
	cmd.Flags().StringVar(&f.mem, "memprofile", "", "write a profile of all allocations to this file")
	cmd.Flags().StringVar(&f.trace, "trace", "", "write an execution trace to this file")
}

// Files are the Files that the flags name.
func (f *ProfileFlags) Files() []NamedFile {
	return []NamedFile{{"--cpuprofile", f.CPU}, {"--memprofile", f.mem}, {"--trace", f.trace}}
}

// Profiles are the Profiles in progress: what ends each of them and writes it.
type Profiles []func() error

// Stop ends all profiles and returns the first error.
func (p *Profiles) Stop() error {
	var first error
	for _, end := range *p {
		if err := end(); first == nil {
			first = err
		}
	}
	*p = nil
	return first
}

// Start begins the profiles that were asked for. Either all of them run, or none and the
// error says why.
func (f *ProfileFlags) Start() (*Profiles, error) {
	if err := f.parseSteps(); err != nil {
		return nil, err
	}
	for _, file := range f.Files() {
		if err := Writable(file.Path); err != nil {
			return nil, err
		}
	}
	p := &Profiles{}
	for _, begin := range []func(*Profiles) error{f.startCPU, f.startTrace, f.startMemory} {
		if err := begin(p); err != nil {
			return nil, errors.Join(err, p.Stop())
		}
	}
	return p, nil
}

func (f *ProfileFlags) startCPU(p *Profiles) error {
	if f.CPU == "" || f.from > 0 {
		return nil
	}
	return f.beginCPU(p)
}

func (f *ProfileFlags) beginCPU(p *Profiles) error {
	file, err := CreateOutput(f.CPU)
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(file); err != nil {
		file.Discard()
		return fmt.Errorf("CPU profile: %w", err)
	}
	*p = append(*p, func() error {
		pprof.StopCPUProfile()
		return OutputError(file.Close())
	})
	return nil
}

func (f *ProfileFlags) startTrace(p *Profiles) error {
	if f.trace == "" {
		return nil
	}
	file, err := CreateOutput(f.trace)
	if err != nil {
		return err
	}
	if err := trace.Start(file); err != nil {
		file.Discard()
		return fmt.Errorf("execution trace: %w", err)
	}
	*p = append(*p, func() error {
		trace.Stop()
		return OutputError(file.Close())
	})
	return nil
}

// startMemory opens the file at once, so that a wrong path is found before the work.
func (f *ProfileFlags) startMemory(p *Profiles) error {
	if f.mem == "" {
		return nil
	}
	file, err := CreateOutput(f.mem)
	if err != nil {
		return err
	}
	*p = append(*p, func() error {
		runtime.GC()
		// Close tells of a write that failed, too
		_ = pprof.Lookup("allocs").WriteTo(file, 0)
		return OutputError(file.Close())
	})
	return nil
}
