package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	root := flag.String("root", ".", "root of the module")
	stray := flag.Bool("stray", false, "list the numbers outside constants.go, too")
	flag.Parse()
	if err := run(os.Stdout, *root, *stray, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "ledger:", err)
		os.Exit(1)
	}
}

// run prints the ledger of the packages, which are paths below root. Without any it takes all. The error
// tells of comments that lack a part.
func run(w io.Writer, root string, stray bool, folders []string) error {
	if len(folders) == 0 {
		var err error
		if folders, err = packages(root); err != nil {
			return err
		}
	}
	tree := newTree(root)
	count, idle, given, gaps := 0, 0, 0, map[string]int{}
	var faults []string
	for _, folder := range folders {
		p, err := tree.read(folder)
		if err != nil {
			return err
		}
		list := p.entries()
		for _, c := range list {
			count++
			gaps[c.gap()]++
			idle += one(c.idle())
			given += one(c.sort == givenBy)
			if missing := c.missing(); missing != "" {
				faults = append(faults, fmt.Sprintf("%s: %s has no %s", c.at, c.name, missing))
			}
		}
		writeTable(w, folder, list)
		if stray {
			writeStray(w, folder, p.strays())
		}
	}
	fmt.Fprintf(w, "%d constants, %d without a reason, %d without a scene or test; %d follow from something else, and "+
		"%d were tried at other values without a test that failed\n",
		count, gaps["reason"], gaps["scene or test"], given, idle)
	if len(faults) > 0 {
		return fmt.Errorf("%d constants lack a part of their comment\n%s", len(faults), strings.Join(faults, "\n"))
	}
	return nil
}

// one is 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
