// Command site writes the pages of the documentation as a static site: the README, the docs, and what they link to.
// It fails on links that lead nowhere.
//
//	go run -C tools/site . -root ../.. -out ../../out/site -web ../../out/web
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", "../..", "root of the repository")
	out := flag.String("out", "../../out/site", "folder of the site; what lies in it is replaced")
	web := flag.String("web", "", "folder of the sandbox for browsers, which pictures become; empty for none")
	flag.Parse()
	pages, err := build(*root, *out, *web)
	if err != nil {
		fmt.Fprintf(os.Stderr, "site: %v\n", err)
		os.Exit(1)
	}
	fmt.Printf("site: %d pages in %s, all links lead somewhere\n", pages, *out)
}

// build writes the site, with the sandbox of a folder if it is not empty, and returns the number of its pages. The
// error joins all faults of the pages.
func build(root, out, web string) (int, error) {
	s := &site{root: root, out: out, web: web, pages: map[string]*page{}, files: map[string]bool{}}
	if err := s.read(); err != nil {
		return 0, err
	}
	s.resolve()
	if len(s.faults) > 0 {
		return 0, errors.Join(s.faults...)
	}
	return len(s.pages), s.write()
}
