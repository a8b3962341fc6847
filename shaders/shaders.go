package shaders

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

//go:embed *.glsl *.vert *.frag
var embedded embed.FS

// Define is a preprocessor name given to a source from outside.
type Define struct {
	Name, Value string
}

// Library is a folder of shader sources.
type Library struct {
	files fs.FS
	es    bool
}

// Embedded is the library built into the program.
func Embedded() Library { return Library{files: embedded} }

// Dir is a library read from a folder at every Load, for work on the shaders while the
// program runs.
func Dir(path string) Library { return Library{files: os.DirFS(path)} }

// ES is the library with shaders in the language of OpenGL ES 3.0, which WebGL 2 has.
func (l Library) ES() Library { return Library{l.files, true} }

// Names lists the sources that are whole shaders, in the order of their names.
func (l Library) Names() ([]string, error) {
	entries, err := fs.ReadDir(l.files, ".")
	if err != nil {
		return nil, fmt.Errorf("shaders: %w", err)
	}
	var names []string
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".vert") || strings.HasSuffix(e.Name(), ".frag") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// Source is the text of one shader, ready for the compiler.
type Source struct {
	// Name is the file the shader started from.
	Name string
	// Text begins with the #version line.
	Text string
	// Files are the files it was put together from; the index is the number that the
	// #line directives of the text use.
	Files []string
}

// Load puts a shader together from the named file and all it includes. A file
// is included once, however often it is asked for. Errors name file and line.
func (l Library) Load(name string, defines ...Define) (Source, error) {
	a := assembler{library: l}
	if l.es {
		a.text.WriteString(preambleES)
	} else {
		a.text.WriteString("#version 410 core\n")
	}
	for _, d := range defines {
		if d.Name == "" || strings.ContainsAny(d.Name+d.Value, "\n\r") {
			return Source{}, fmt.Errorf("shaders: %s: define %q: must be one line with a name", name, d.Name)
		}
		fmt.Fprintf(&a.text, "#define %s %s\n", d.Name, d.Value)
	}
	if err := a.include(name, name); err != nil {
		return Source{}, err
	}
	text := a.text.String()
	if l.es {
		text = translateES(text)
	}
	return Source{Name: name, Text: text, Files: a.files}, nil
}

type assembler struct {
	library Library
	text    strings.Builder
	files   []string
}

// include appends the file's text; from is where it was asked for, for errors.
func (a *assembler) include(name, from string) error {
	for _, seen := range a.files {
		if seen == name {
			return nil
		}
	}
	content, err := fs.ReadFile(a.library.files, name)
	if err != nil {
		return fmt.Errorf("shaders: %s: %w", from, err)
	}
	index := len(a.files)
	a.files = append(a.files, name)
	a.line(1, index)
	for i, line := range strings.Split(string(content), "\n") {
		trimmed := strings.TrimSpace(line)
		where := name + ":" + strconv.Itoa(i+1)
		switch {
		case strings.HasPrefix(trimmed, "#version"):
			return fmt.Errorf("shaders: %s: #version is written by the loader", where)
		case strings.HasPrefix(trimmed, "#include"):
			file, ok := quoted(strings.TrimPrefix(trimmed, "#include"))
			if !ok {
				return fmt.Errorf(`shaders: %s: want #include "file"`, where)
			}
			if err := a.include(file, where); err != nil {
				return err
			}
			a.line(i+2, index)
		default:
			a.text.WriteString(line)
			a.text.WriteByte('\n')
		}
	}
	return nil
}

// line tells the compiler where the text that follows came from.
func (a *assembler) line(number, file int) {
	fmt.Fprintf(&a.text, "#line %d %d\n", number, file)
}

func quoted(s string) (string, bool) {
	s = strings.TrimSpace(s)
	if len(s) < 3 || s[0] != '"' || s[len(s)-1] != '"' {
		return "", false
	}
	return s[1 : len(s)-1], true
}
