// Command docs fills the pages with the figures and pictures that commands print and draw. A page declares a command beside what it
// fills, in a comment that its reader does not see:
//
//	<!-- figures within 2 %
//	sandbox sim stack20 --measure penetration.max --every 600 --steps 600 | tail -n 1 | awk -F, '{ printf "%.1f\n", $3 * 1000 }'
//	fills
//	| 4 | @ mm |
//	-->
//
// The lines before "fills" are a shell script, which runs in an empty folder with the named blocks of the page as files, the program
// sandbox on its PATH, and the source tree in $ROOT. The words that it prints take the places of the @, in order. Each line after
// "fills" is a piece of a line of the page. Without "within" a figure has to be equal to the last digit; with it the page keeps a
// figure as long as it is that near to the new one.
//
//	docs            rewrites the figures, and the pictures that have changed
//	docs -check     changes nothing; ends with 1 and names every page whose figures have moved
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
)

func main() {
	var o options
	flag.StringVar(&o.root, "root", ".", "the source tree")
	flag.StringVar(&o.sandbox, "sandbox", "", "the program to run (default: build it)")
	flag.BoolVar(&o.check, "check", false, "change nothing, and end with 1 if a figure has moved")
	flag.BoolVar(&o.pictures, "pictures", false, "draw the pictures of the pages as well; without a display only those that need none")
	flag.Parse()
	o.pages = flag.Args()
	if err := run(&o); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

type options struct {
	root, sandbox   string
	check, pictures bool
	pages           []string // all of them if empty
}

// errMoved tells that the check has found a difference.
var errMoved = errors.New("make docs writes what the program prints now; read the difference before you commit it")

func run(o *options) error {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return err
	}
	o.root = root
	temp, err := os.MkdirTemp("", "tumble-docs-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	if o.sandbox == "" {
		o.sandbox = filepath.Join(temp, "bin", "sandbox")
		build := exec.Command("go", "build", "-o", o.sandbox, "./cmd/sandbox")
		build.Dir, build.Stderr = root, os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("building the program: %w", err)
		}
	}
	if o.sandbox, err = filepath.Abs(o.sandbox); err != nil {
		return err
	}
	if filepath.Base(o.sandbox) != "sandbox" {
		return fmt.Errorf("%s: scripts run the program by the name sandbox", o.sandbox)
	}
	names, err := pageNames(root, o.pages)
	if err != nil {
		return err
	}
	pages := make([]*page, len(names))
	for i, name := range names {
		if pages[i], err = readPage(root, name); err != nil {
			return err
		}
	}
	if err := compute(o, temp, pages); err != nil {
		return err
	}
	moved, err := fillPages(o, pages)
	if err != nil {
		return err
	}
	if o.pictures {
		drawn, err := drawPictures(o, temp, pages)
		if err != nil {
			return err
		}
		moved = moved || drawn
	}
	if o.check && moved {
		return errMoved
	}
	return nil
}

// fillPages puts the figures into the pages and prints what has changed.
func fillPages(o *options, pages []*page) (moved bool, err error) {
	for _, p := range pages {
		changes, err := p.fill()
		if err != nil {
			return moved, err
		}
		for _, c := range changes {
			fmt.Printf("%s: %s\n", p.name, c)
		}
		moved = moved || len(changes) > 0
		if len(changes) > 0 && !o.check {
			if err := os.WriteFile(filepath.Join(o.root, p.name), []byte(p.text), 0o644); err != nil {
				return moved, err
			}
		}
	}
	return moved, nil
}

// pageNames are the given pages, or all that are written by hand.
func pageNames(root string, given []string) ([]string, error) {
	if len(given) > 0 {
		return given, nil
	}
	names := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			rel, err := filepath.Rel(root, name)
			if err != nil {
				return nil, err
			}
			names = append(names, filepath.ToSlash(rel))
		}
	}
	slices.Sort(names)
	return names, nil
}

// compute runs the scripts of all pages, one on each core.
func compute(o *options, temp string, pages []*page) error {
	type job struct {
		page *page
		fig  *figures
		dir  string
	}
	jobs := make(chan job)
	fails := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var workers sync.WaitGroup
	for range runtime.NumCPU() {
		workers.Go(func() {
			for j := range jobs {
				if err := j.fig.run(ctx, o, j.page, j.dir); err != nil && ctx.Err() == nil {
					select {
					case fails <- fmt.Errorf("%s: %w", j.page.name, err):
					default:
					}
					cancel()
				}
			}
		})
	}
	count := 0
	for _, p := range pages {
		for i := range p.figures {
			count++
			jobs <- job{p, &p.figures[i], filepath.Join(temp, fmt.Sprintf("figures%d", count))}
		}
	}
	close(jobs)
	workers.Wait()
	select {
	case err := <-fails:
		return err
	default:
		return nil
	}
}

// shell runs a script in a folder and returns what it prints.
func shell(ctx context.Context, o *options, dir, script string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "sh", "-e", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(),
		"PATH="+filepath.Dir(o.sandbox)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"ROOT="+o.root,
		"HOME="+dir, // a window that fails leaves what it has at home
		"XDG_CONFIG_HOME="+filepath.Join(dir, "config"),
		"XDG_STATE_HOME="+filepath.Join(dir, "state"),
		"XDG_DATA_HOME="+filepath.Join(dir, "data"),
		"GOCACHE="+goEnv("GOCACHE"), "GOMODCACHE="+goEnv("GOMODCACHE"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s\n%s", err, script, stderr.String())
	}
	return out, nil
}

// goEnv is a folder of the go command, which a script with a home of its own would not find.
var goEnv = func() func(string) string {
	var once sync.Once
	values := map[string]string{}
	return func(name string) string {
		once.Do(func() {
			names := []string{"GOCACHE", "GOMODCACHE"}
			out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
			if err != nil {
				return
			}
			for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
				values[names[i]] = line
			}
		})
		return values[name]
	}
}()
