package main

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// module is the import path of the root.
const module = "tumble"

// packages returns the folders below root with Go files, relative to it.
func packages(root string) ([]string, error) {
	found := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "tools" || name == "out" || name == "bin" ||
				rel != "." && name[0] == '.' {
				return filepath.SkipDir
			}
			return nil
		}
		if isSource(d.Name()) {
			found[filepath.ToSlash(filepath.Dir(rel))] = true
		}
		return nil
	})
	list := make([]string, 0, len(found))
	for folder := range found {
		list = append(list, folder)
	}
	sort.Strings(list)
	return list, err
}

func isSource(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}

// tree reads packages and keeps them, so that constants of one can use those of another.
type tree struct {
	root   string
	fset   *token.FileSet
	loaded map[string]*pack
}

// pack is a package: its files, and the values of its constants.
type pack struct {
	fset  *token.FileSet
	root  string
	files []*ast.File
	types *types.Package
	info  *types.Info
}

func newTree(root string) *tree {
	return &tree{root: root, fset: token.NewFileSet(), loaded: map[string]*pack{}}
}

// Import gives the type checker the packages of this module. Others it does without: no constant of
// theirs matters here but those of package math, which stay as they are written.
func (t *tree) Import(path string) (*types.Package, error) {
	folder, ok := strings.CutPrefix(path, module+"/")
	if !ok {
		return nil, errors.New("not of this module")
	}
	p, err := t.read(folder)
	if err != nil {
		return nil, err
	}
	return p.types, nil
}

// read parses a package as it is built on this machine and evaluates its constants.
func (t *tree) read(folder string) (*pack, error) {
	if p := t.loaded[folder]; p != nil {
		return p, nil
	}
	dir := filepath.Join(t.root, filepath.FromSlash(folder))
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	p := &pack{fset: t.fset, root: t.root, info: &types.Info{Defs: map[*ast.Ident]types.Object{}}}
	t.loaded[folder] = p
	for _, e := range entries {
		if !isSource(e.Name()) {
			continue
		}
		if ok, err := build.Default.MatchFile(dir, e.Name()); err != nil || !ok {
			continue
		}
		file, err := parser.ParseFile(t.fset, filepath.Join(dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		p.files = append(p.files, file)
	}
	// the errors are those of packages outside this module; constants get their values all the same
	config := types.Config{Importer: t, IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}}
	p.types, _ = config.Check(module+"/"+folder, t.fset, p.files, p.info)
	return p, nil
}
