// Command notices prints the notices that packages carry: the modules that are linked into the program, with their
// versions and licences, and the text of each licence.
//
//	go run ./notices >THIRD_PARTY.md    in the folder tools
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"

	"golang.org/x/mod/semver"
)

// module is a module that the program links.
type module struct {
	Path, Version, Dir string
	Main               bool
}

// licence is a file with terms of use, by the modules that have it word for word.
type licence struct {
	text    string
	modules []string
}

func main() {
	err := run(os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func run(w io.Writer) error {
	modules, err := linked()
	if err != nil {
		return err
	}
	text, err := document(modules)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// linked lists the modules of all packages of the program and of the queue, with window and on all systems that have
// one.
func linked() ([]module, error) {
	known := map[string]module{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		for dir, program := range map[string]string{"..": "./cmd/sandbox", "nats": "."} {
			if err := addLinked(known, system, dir, program); err != nil {
				return nil, err
			}
		}
	}
	var list []module
	for _, m := range known {
		list = append(list, m)
	}
	viewer, err := packed()
	if err != nil {
		return nil, err
	}
	list = append(list, viewer)
	sort.Slice(list, func(i, k int) bool { return list[i].Path < list[k].Path })
	return list, nil
}

// addLinked adds the modules of a program on a system. The newest version of two programs stands for both.
func addLinked(known map[string]module, system, dir, program string) error {
	cmd := exec.Command("go", "list", "-deps", "-json=Module", program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH=amd64", "CGO_ENABLED=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return fmt.Errorf("go list for %s: %w", system, err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct{ Module *module }
		if err := d.Decode(&p); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if p.Module != nil && !p.Module.Main && semver.Compare(p.Module.Version, known[p.Module.Path].Version) > 0 {
			known[p.Module.Path] = *p.Module
		}
	}
}

// packed is the library that the program packs into pages, as tools/viewer asks for it.
func packed() (module, error) {
	text, err := os.ReadFile("viewer/package.json")
	if err != nil {
		return module{}, err
	}
	var asked struct{ Dependencies struct{ Three string } }
	if err := json.Unmarshal(text, &asked); err != nil {
		return module{}, fmt.Errorf("viewer/package.json: %w", err)
	}
	return module{Path: "three.js (npm)", Version: asked.Dependencies.Three, Dir: "../internal/app/animation/three"},
		nil
}

// licenceName tells the files of a module that hold terms of use.
var licenceName = regexp.MustCompile(`(?i)^(licen[sc]e|copying|notice|patents)`)

// licences returns the texts of a module, in the order of their names.
func licences(m module) ([]string, error) {
	var texts []string
	add := func(path string) error {
		text, err := os.ReadFile(path)
		if err == nil {
			texts = append(texts, strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")))
		}
		return err
	}
	err := filepath.WalkDir(m.Dir, func(path string, d fs.DirEntry, err error) error {
		rest, _ := filepath.Rel(m.Dir, path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && strings.Count(rest, string(filepath.Separator)) > 1:
			return filepath.SkipDir
		case !d.IsDir() && (licenceName.MatchString(d.Name()) || filepath.Base(filepath.Dir(path)) == "licenses"):
			return add(path)
		}
		return nil
	})
	if err == nil && len(texts) == 0 {
		err = fmt.Errorf("%s has no licence file", m.Path)
	}
	return texts, err
}

// kinds are licences by words that only they have.
var kinds = []struct{ name, words string }{
	{"Apache 2.0", "apache license"},
	{"SIL Open Font License 1.1", "sil open font license"},
	{"zlib", "this software is provided 'as-is'"},
	{"FreeType", "freetype license"},
	{"BSD 3-clause", "neither the name"},
	{"BSD 2-clause", "redistribution and use in source and binary forms"},
	{"ISC", "permission to use, copy, modify, and distribute this software for any purpose"},
	{"MIT", "permission is hereby granted, free of charge"},
	{"Creative Commons Attribution", "creative commons attribution"},
	{"patent grant", "additional ip rights grant"},
}

// kindOf names a licence.
func kindOf(text string) string {
	lower := strings.Join(strings.Fields(strings.ToLower(text)), " ")
	for _, k := range kinds {
		if strings.Contains(lower, k.words) {
			return k.name
		}
	}
	return "see below"
}

// document is the whole file.
func document(modules []module) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("# Third-party notices\n\n" +
		"sandbox and sandbox-nats link these modules, and sandbox packs three.js into pages of runs.\n\n" +
		"| Module | Version | Licence |\n|---|---|---|\n")
	var all []licence
	for _, m := range modules {
		texts, err := licences(m)
		if err != nil {
			return nil, err
		}
		var names []string
		for _, text := range texts {
			if name := kindOf(text); !slices.Contains(names, name) {
				names = append(names, name)
			}
			i := slices.IndexFunc(all, func(l licence) bool { return l.text == text })
			if i < 0 {
				i = len(all)
				all = append(all, licence{text: text})
			}
			if !slices.Contains(all[i].modules, m.Path) {
				all[i].modules = append(all[i].modules, m.Path)
			}
		}
		fmt.Fprintf(&out, "| %s | %s | %s |\n", m.Path, m.Version, strings.Join(names, ", "))
	}
	for _, l := range all {
		fmt.Fprintf(&out, "\n## %s\n\n```\n%s\n```\n", strings.Join(l.modules, ", "), l.text)
	}
	return out.Bytes(), nil
}
