package main

import (
	"fmt"
	"go/format"
	"go/types"
	"strings"
)

// pretty formats a file.
func pretty(name, text string) ([]byte, error) {
	b, err := format.Source([]byte(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", name, err, text)
	}
	return b, nil
}

// resultLetters name the types of results for those who show them.
var resultLetters = map[string]string{"error": "e", "Body": "B", "Shape": "S", "Joint": "J", "[]Shape": "s", "int": "i"}

// signCalls notes the arguments and results of the table of calls.
func signCalls(calls []call, c *codec) error {
	for i := range calls {
		f := &calls[i]
		signature := ""
		for _, v := range f.params {
			signature += c.describe(v.typ) + " "
		}
		for _, v := range f.results {
			letter, ok := resultLetters[typeName(v.typ)]
			if !ok {
				return fmt.Errorf("%s: no letter for results of type %s", f.code(), typeName(v.typ))
			}
			f.letters += letter
			signature += c.describe(v.typ) + " "
		}
		f.signature = checksum(signature)
	}
	return nil
}

// writeCalls writes the methods of the recorder and the table of calls.
func writeCalls(calls []call, c *codec) (string, error) {
	var wrappers, plays, table strings.Builder
	for i := range calls {
		f := &calls[i]
		fmt.Fprintf(&table, "\tjournal.%s: play%s,\n", f.code(), f.code())
		if err := writeWrapper(&wrappers, f, c); err != nil {
			return "", err
		}
		if err := writePlay(&plays, f, c); err != nil {
			return "", err
		}
	}
	return head + "package physics\n\nimport \"tumble/physics/internal/journal\"\n\n" +
		"// plays carry out a call: they read the arguments from in, and write the results to out.\n" +
		"var plays = [journal.OpCount]func(in, out *coder){\n" + table.String() + "}\n\n" + wrappers.String() +
		plays.String(), nil
}

// writeWrapper writes the method of the recorder that carries out a call and writes it down.
func writeWrapper(b *strings.Builder, f *call, c *codec) error {
	fmt.Fprintf(b, "func (rec *Recorder) %s(%s) (%s) {\n\tcd := rec.begin(journal.%s)\n", f.wrapper, declared(f.params),
		typeList(f.results), f.code())
	for _, v := range f.params {
		code, err := c.code(v.name, v.typ)
		if err != nil {
			return fmt.Errorf("%s: argument %s: %w", f.code(), v.name, err)
		}
		b.WriteString(code)
	}
	fmt.Fprintf(b, "\tdefer rec.leave()\n\t%s := %s\n", resultList(f), invoked(f))
	for i, v := range f.results {
		code, err := c.code(fmt.Sprintf("r%d", i), v.typ)
		if err != nil {
			return fmt.Errorf("%s: result: %w", f.code(), err)
		}
		b.WriteString(code)
	}
	fmt.Fprintf(b, "\trec.commit()\n\treturn %s\n}\n\n", resultList(f))
	return nil
}

// writePlay writes the function that carries out a recorded call.
func writePlay(b *strings.Builder, f *call, c *codec) error {
	fmt.Fprintf(b, "func play%s(cd, out *coder) {\n\tvar (\n", f.code())
	for _, v := range f.params {
		fmt.Fprintf(b, "\t\t%s %s\n", v.name, typeName(v.typ))
	}
	b.WriteString("\t)\n")
	for _, v := range f.params {
		code, err := c.code(v.name, v.typ)
		if err != nil {
			return err
		}
		b.WriteString(code)
	}
	fmt.Fprintf(b, "\tif cd.Err != nil {\n\t\treturn\n\t}\n\t%s := %s\n\tcd = out\n", resultList(f), invoked(f))
	for i, v := range f.results {
		code, err := c.code(fmt.Sprintf("r%d", i), v.typ)
		if err != nil {
			return err
		}
		b.WriteString(code)
	}
	b.WriteString("}\n\n")
	return nil
}

func declared(list []value) string {
	var s []string
	for _, v := range list {
		s = append(s, v.name+" "+typeName(v.typ))
	}
	return strings.Join(s, ", ")
}

func typeList(list []value) string {
	var s []string
	for _, v := range list {
		s = append(s, typeName(v.typ))
	}
	return strings.Join(s, ", ")
}

func resultList(f *call) string {
	var s []string
	for i := range f.results {
		s = append(s, fmt.Sprintf("r%d", i))
	}
	return strings.Join(s, ", ")
}

func invoked(f *call) string {
	var s []string
	for _, v := range f.params[1:] {
		s = append(s, v.name)
	}
	return fmt.Sprintf("%s.%s(%s)", f.params[0].name, f.method, strings.Join(s, ", "))
}

// typeName is how package physics writes a type.
func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == "tumble/physics" || p.Path() == "tumble/physics/vec" ||
			p.Path() == "tumble/physics/internal/state" {
			return ""
		}
		return p.Name()
	})
}
