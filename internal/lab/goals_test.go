package lab

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// The table of goals with the measured values; every goal is held.
func TestGoals(t *testing.T) {
	frames := 6000
	if testing.Short() {
		frames = 2000
	}
	list, err := Goals(context.Background(), frames, nil)
	if err != nil {
		t.Fatal(err)
	}
	var table bytes.Buffer
	if err := WriteGoals(&table, list); err != nil {
		t.Fatal(err)
	}
	t.Logf("\n%s", table.String())
	if len(list) < 15 {
		t.Errorf("only %d goals", len(list))
	}
	numbers := map[int]bool{}
	for i := range list {
		if list[i].Number == 0 || list[i].How == "" || list[i].Elsewhere != "" && list[i].Reason == "" {
			t.Errorf("%+v lacks its number, its measure or its reason", list[i])
		}
		numbers[list[i].Number] = true
	}
	for _, g := range Missed(list) {
		t.Errorf("%s: %g %s, goal %g", g.Name, g.Measured, g.Unit, g.Limit)
	}
	for _, line := range strings.Split(table.String(), "\n") {
		if len(line) > goalColumns {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	for n := 1; n <= 40; n++ {
		if !numbers[n] {
			t.Errorf("goal %d is missing", n)
		}
	}
	table.Reset()
	made := []Goal{
		{Number: 1, Name: "a", Limit: 1, Measured: 2, Reason: "a reason"},
		{Number: 2, Name: "b", Limit: 1, AtLeast: true, Measured: 2},
		{Number: 3, Name: "c", Limit: 1, Measured: 2, OfMachine: true}, {Number: 4, Name: "d", Elsewhere: "some",
			How: "TestD", Reason: "it is so"},
	}
	if err := WriteGoals(&table, made); err != nil {
		t.Fatal(err)
	}
	if s := table.String(); strings.Count(s, "MISSED") != 1 || !strings.Contains(s, "a reason") ||
		!strings.Contains(s, "1 goals held, 1 missed") {
		t.Error(s)
	}
	if missed := Missed(made); len(missed) != 1 || missed[0].Name != "a" {
		t.Errorf("missed: %v", missed)
	}
	var js bytes.Buffer
	if err := JSONGoals(&js, made); err != nil || !strings.Contains(js.String(), `"outcome": "missed here"`) {
		t.Errorf("%v\n%s", err, &js)
	}
}
