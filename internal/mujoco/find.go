package mujoco

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"tumble/engine/inputfile"
)

//go:embed print.py
var printPython []byte

//go:embed print.mjs
var printNode []byte

// ErrNone is wrapped when there is no MuJoCo.
var ErrNone = errors.New("no MuJoCo was found")

// EnvProgram is the environment variable that says where MuJoCo is, as the argument of Find.
const EnvProgram = "TUMBLE_MUJOCO"

// Compiler is a MuJoCo of this machine.
type Compiler struct {
	// Name says what it is.
	Name string
	// Tolerance is the smallest relative difference that counts.
	Tolerance float64

	program string
	// script is written to a file and is the first argument; nil for none.
	script []byte
	// folder is that of the binary release to take, empty for any.
	folder string
}

const (
	// Tolerance of relative differences: far above the rounding of single precision, far below the errors of a reader.
	Tolerance = 1e-4
	// coarse is for the tool compile, which writes two digits: up to 5 % of a number, and of each number of a rotation.
	coarse = 0.1
)

// Program is the program with MuJoCo that the environment names, empty for none.
func Program() string { return os.Getenv(EnvProgram) }

// Find finds a MuJoCo: for an empty program the Python module or a library that Python can load, a package of Node.js,
// or the tool compile, in this order. A program is a Python, a Node.js or the tool compile; the folder of a binary
// release of MuJoCo stands for its library, or its tool where there is no Python.
func Find(ctx context.Context, program string) (Compiler, error) {
	if program != "" {
		return at(ctx, program)
	}
	for _, c := range []Compiler{
		scripted("python3"), scripted("python"), scripted("node"),
		{Name: "mujoco-compile", program: "mujoco-compile", Tolerance: coarse},
	} {
		if c.works(ctx) {
			return c, nil
		}
	}
	return Compiler{}, fmt.Errorf(
		"%w: neither the Python module mujoco, nor a package @mujoco/mujoco or mujoco-js of Node.js, "+
			"nor its tool compile", ErrNone)
}

// at is the compiler that stands for a program or a folder.
func at(ctx context.Context, program string) (Compiler, error) {
	if info, err := os.Stat(program); err == nil && info.IsDir() {
		c := scripted("python3")
		c.folder, c.Name = program, "MuJoCo in "+program
		if c.works(ctx) {
			return c, nil
		}
		program = filepath.Join(program, "bin", "compile")
	}
	c := scripted(program)
	if !c.works(ctx) {
		return c, fmt.Errorf("%w: %s is no program that has one", ErrNone, program)
	}
	return c, nil
}

// scripted is the compiler that a program is by its name: a Python and a Node.js run a script.
func scripted(program string) Compiler {
	base := strings.TrimSuffix(filepath.Base(program), ".exe")
	switch {
	case strings.HasPrefix(base, "python"):
		return Compiler{Name: "MuJoCo of " + base, program: program, script: printPython, Tolerance: Tolerance}
	case strings.HasPrefix(base, "node"):
		return Compiler{Name: "MuJoCo of Node.js", program: program, script: printNode, Tolerance: Tolerance}
	}
	return Compiler{Name: base, program: program, Tolerance: coarse}
}

// works reports whether there is such a MuJoCo.
func (c *Compiler) works(ctx context.Context) bool {
	if _, err := exec.LookPath(c.program); err != nil {
		return false
	}
	if c.script == nil {
		return true
	}
	folder, err := os.MkdirTemp("", "tumble-mujoco-*")
	if err != nil {
		return false
	}
	defer os.RemoveAll(folder)
	command, err := c.command(ctx, folder)
	return err == nil && command.Run() == nil
}

// command is the program with its script, which is written to the folder, and arguments.
func (c *Compiler) command(ctx context.Context, folder string, arguments ...string) (*exec.Cmd, error) {
	if c.script != nil {
		ending := ".py"
		if strings.HasPrefix(string(c.script), "//") {
			ending = ".mjs"
		}
		script := filepath.Join(folder, "print"+ending)
		if err := os.WriteFile(script, c.script, 0o600); err != nil {
			return nil, err
		}
		arguments = append([]string{script}, arguments...)
	}
	command := exec.CommandContext(ctx, c.program, arguments...)
	if c.folder != "" {
		command.Env = append(os.Environ(), "MUJOCO_PATH="+c.folder)
	}
	return command, nil
}

// Compile compiles a model. The error has the words with which MuJoCo refuses it.
func (c *Compiler) Compile(ctx context.Context, file string) (*Model, error) {
	folder, err := os.MkdirTemp("", "tumble-mujoco-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if file, err = filepath.Abs(file); err != nil {
		return nil, err
	}
	printed := filepath.Join(folder, "model.txt")
	command, err := c.command(ctx, folder, file, printed)
	if err != nil {
		return nil, err
	}
	said, err := command.CombinedOutput()
	// the tool compile ends with 0 for models that it refuses
	text, readErr := inputfile.Open(printed)
	if readErr != nil || err != nil {
		if readErr == nil {
			text.Close()
		}
		if err == nil {
			err = errors.New("it wrote nothing")
		}
		if word := strings.Join(strings.Fields(string(said)), " "); word != "" {
			err = errors.New(word)
		}
		return nil, fmt.Errorf("%s does not compile it: %w", c.Name, err)
	}
	defer text.Close()
	m, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	return m, nil
}
