package trial

import "tumble/internal/meter"

// Row is a row of the table: a goal with the numbers of the session and of the members, in this order. Best is the
// index of the best number, −1 for none.
type Row struct {
	Goal   *meter.Goal
	Values [1 + MostMembers]float64
	Best   int
}

// Record keeps the numbers of a trial that has ended.
type Record struct {
	Number int    // from 1, 0 of a file
	Path   string // of the file that has it, empty for none
	Scene  string
	// Set are the values of the session that differed from those of the scene when the trial ended.
	Set  []Value
	Plan Plan
	// First is the step after which the members began, Steps how many followed.
	First, Steps uint64
	// Own are the session's values of the varied parameters; Mixed says that the session changed them during the trial.
	Own   string
	Mixed bool
	Rows  []Row
}

// mostRecords is the largest number of records; the oldest is dropped for a new record.
const mostRecords = 50

// Table appends the rows of the running trial to buf, one for each goal, and none without members.
func (t *Trial) Table(buf []Row) []Row {
	if len(t.members) == 0 {
		return buf
	}
	for i, g := range t.plan.Goals {
		row := Row{Goal: g}
		row.Values[0] = t.own.value(i)
		for k, m := range t.members {
			row.Values[1+k] = m.measured.value(i)
		}
		values := row.Values[:1+len(t.members)]
		if t.mixed {
			// the session's number belongs to no single value
			values = values[1:]
		}
		row.Best = g.Best(values)
		if row.Best >= 0 && t.mixed {
			row.Best++
		}
		buf = append(buf, row)
	}
	return buf
}

// SaveRecord writes record i of Records to a file.
func (t *Trial) SaveRecord(i int, path string) error {
	if err := t.records[i].Save(path); err != nil {
		return err
	}
	t.records[i].Path = path
	return nil
}

// Records are the trials that have ended, the newest last.
func (t *Trial) Records() []Record { return t.records }

// keep adds the running trial to the records, unless it has no steps.
func (t *Trial) keep() {
	if t.steps == 0 {
		return
	}
	if len(t.records) == mostRecords {
		t.records = t.records[1:]
	}
	t.count++
	t.records = append(t.records, Record{
		Number: t.count, Scene: t.main.Config.Scene.Name, Plan: t.plan, First: t.first, Steps: t.steps,
		Own: t.Label(), Mixed: t.mixed, Rows: t.Table(nil),
	})
	r := &t.records[len(t.records)-1]
	r.Plan.Steps = t.steps
	for _, p := range t.main.Registry.Changed() {
		r.Set = append(r.Set, Value{p.Key, p.String()})
	}
}
