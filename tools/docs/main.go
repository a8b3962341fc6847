// Command docs fills the pages with the figures and pictures that commands print and draw. A page declares a command
// beside what it fills, in a comment that its reader does not see:
//
//	<!-- figures within 2 %
//	sandbox sim stack20 --measure penetration.max --every 600 --steps 600 | tail -n 1 |
//	  awk -F, '{ printf "%.1f\n", $3 * 1000 }'
//	fills
//	| 4 | @ mm |
//	-->
//
// The lines before "fills" are a shell script, which runs in an empty folder with the named blocks of the page as
// files, the program sandbox on its PATH, and the source tree in $ROOT. The words that it prints take the places of the
// @, in order. Each line after "fills" is a piece of a line of the page. Without "within" a figure has to be equal to
// the last digit; with it the page keeps a figure as long as it is that near to the new one.
//
//	docs            rewrites the figures, and the pictures that have changed
//	docs -check     changes nothing; ends with 1 and its last line names every page whose figures have moved
package main

import (
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
	flag.BoolVar(&o.pictures, "pictures", false,
		"draw the pictures of the pages as well; without a display only those that need none")
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
var errMoved = errors.New("figures or pictures have moved, make docs writes them")

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
	moved, failed := fillPages(o, temp, pages)
	if o.pictures {
		drawn, broken := drawPictures(o, temp, pages)
		moved, failed = append(moved, drawn...), append(failed, broken...)
	}
	return summary(o, moved, failed)
}

// failure is why a page was left as it was.
type failure struct {
	page string
	err  error
}

// summary names all pages on the last line, as the lines before may be many.
func summary(o *options, moved []string, failed []failure) error {
	names := func(list []string) string {
		slices.Sort(list)
		return strings.Join(slices.Compact(list), " ")
	}
	if len(failed) > 0 {
		var errs []error
		var pages []string
		for _, f := range failed {
			errs, pages = append(errs, fmt.Errorf("%s: %w", f.page, f.err)), append(pages, f.page)
		}
		last := "failed: " + names(pages)
		if len(moved) > 0 {
			last += "; moved: " + names(moved)
		}
		return errors.Join(append(errs, errors.New(last))...)
	}
	if len(moved) > 0 && o.check {
		return fmt.Errorf("%w: %s", errMoved, names(moved))
	}
	return nil
}

// fillPages puts the figures of the scripts into the pages and prints what has changed. A page that fails leaves the
// others alone.
func fillPages(o *options, temp string, pages []*page) (moved []string, failed []failure) {
	compute(o, temp, pages)
	for _, p := range pages {
		p.ready.Wait()
		changes, err := p.fill()
		for _, c := range changes {
			fmt.Printf("%s: %s\n", p.name, c)
		}
		if len(changes) > 0 {
			moved = append(moved, p.name)
		}
		if err == nil && len(changes) > 0 && !o.check {
			err = os.WriteFile(filepath.Join(o.root, p.name), []byte(p.text), 0o644)
		}
		if err != nil {
			failed = append(failed, failure{p.name, err})
		}
	}
	return moved, failed
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

// compute starts the scripts of all pages in their order, one on each core.
func compute(o *options, temp string, pages []*page) {
	slots := make(chan struct{}, runtime.NumCPU())
	type job struct {
		page *page
		fig  *figures
		dir  string
	}
	var jobs []job
	for _, p := range pages {
		for i := range p.figures {
			p.ready.Add(1)
			jobs = append(jobs, job{p, &p.figures[i], filepath.Join(temp, fmt.Sprintf("figures%d", len(jobs)))})
		}
	}
	go func() {
		for _, j := range jobs {
			slots <- struct{}{}
			go func() {
				defer func() { <-slots; j.page.ready.Done() }()
				j.fig.err = j.fig.run(o, j.page, j.dir)
			}()
		}
	}()
}

// shell runs a script in a folder and returns what it prints.
func shell(o *options, dir, script string) ([]byte, error) {
	cmd := exec.Command("sh", "-e", "-c", script)
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
