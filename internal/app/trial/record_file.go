package trial

import (
	"fmt"
	"path/filepath"
	"slices"

	"tumble/internal/app/userfile"
	"tumble/internal/meter"
)

// Extension is the end of the name of a file that keeps a trial.
const Extension = ".trial.toml"

// recordFile is a record as it is written. Values are "key=text", as --set takes them.
type recordFile struct {
	Scene  string        `toml:"scene"`
	From   string        `toml:"from"`
	First  uint64        `toml:"first"`
	Steps  uint64        `toml:"steps"`
	Set    []string      `toml:"set"`
	Own    string        `toml:"own"`
	Mixed  bool          `toml:"mixed"`
	Member []recordEntry `toml:"member"`
	Row    []recordRow   `toml:"row"`
}

// recordEntry is a member, recordRow a row of the table: the session's value first, nan for none.
type (
	recordEntry struct {
		Name string   `toml:"name"`
		Set  []string `toml:"set"`
	}
	recordRow struct {
		Goal   string    `toml:"goal"`
		Values []float64 `toml:"values"`
		Best   int       `toml:"best"`
	}
)

// words are values as they are written.
func words(list []Value) []string {
	out := []string{}
	for _, v := range list {
		out = append(out, v.Key+"="+v.Text)
	}
	return out
}

// valuesOf reads values.
func valuesOf(list []string) (out []Value, err error) {
	for _, word := range list {
		at := assignment(word)
		if at < 1 {
			return nil, fmt.Errorf("%w: %q: must be KEY=VALUE", ErrTrial, word)
		}
		out = append(out, Value{word[:at], word[at+1:]})
	}
	return out, nil
}

// Save writes the record to a file.
func (r *Record) Save(path string) error {
	f := recordFile{Scene: r.Scene, From: Beginnings[r.Plan.From], First: r.First, Steps: r.Steps, Set: words(r.Set),
		Own: r.Own, Mixed: r.Mixed}
	for _, m := range r.Plan.Members {
		f.Member = append(f.Member, recordEntry{m.Name, words(m.List)})
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		f.Row = append(f.Row, recordRow{row.Goal.String(), row.Values[:1+len(f.Member)], row.Best})
	}
	return userfile.Write(path, &f)
}

// ReadRecord reads a record that Save wrote. The error names the file, and wraps ErrTrial for one that is none.
func ReadRecord(path string) (r Record, err error) {
	var f recordFile
	if err := userfile.Read(path, &f); err != nil {
		return r, err
	}
	fail := func(format string, args ...any) (Record, error) {
		return Record{}, fmt.Errorf("%s: %w: "+format, append([]any{path, ErrTrial}, args...)...)
	}
	r = Record{Path: path, Scene: f.Scene, First: f.First, Steps: f.Steps, Own: f.Own, Mixed: f.Mixed}
	from := slices.Index(Beginnings, f.From)
	switch n := len(f.Member); {
	case from < 0:
		return fail("from: %q: must be one of %q", f.From, Beginnings)
	case n < 1 || n > MostMembers:
		return fail("%d members: must be 1 to %d", n, MostMembers)
	}
	r.Plan = Plan{From: Beginning(from), Steps: f.Steps}
	if r.Set, err = valuesOf(f.Set); err != nil {
		return fail("set: %s", err)
	}
	for i, m := range f.Member {
		list, err := valuesOf(m.Set)
		if err != nil {
			return fail("member %d: %s", i+1, err)
		}
		r.Plan.Members = append(r.Plan.Members, Values{m.Name, list})
	}
	for i, x := range f.Row {
		row := Row{Best: x.Best}
		if row.Goal, err = meter.ParseGoal(x.Goal); err != nil {
			return fail("row %d: %s", i+1, err)
		}
		if n := 1 + len(f.Member); len(x.Values) != n || x.Best >= n {
			return fail("row %d: has %d values and the best is %d: must have one for each of %d worlds", i+1,
				len(x.Values), x.Best, n)
		}
		copy(row.Values[:], x.Values)
		r.Rows, r.Plan.Goals = append(r.Rows, row), append(r.Plan.Goals, row.Goal)
	}
	return r, nil
}

// ReadFolder reads the trials of a folder, by name. Files that cannot be read are left out; the error is about the
// first of them.
func ReadFolder(folder string) (list []Record, err error) {
	paths, _ := filepath.Glob(filepath.Join(folder, "*"+Extension))
	for _, path := range paths {
		r, failed := ReadRecord(path)
		if failed == nil {
			list = append(list, r)
		} else if err == nil {
			err = failed
		}
	}
	return list, err
}
