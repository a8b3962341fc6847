package lab

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// The table of goals, with what was measured; every one is held.
func TestGoals(t *testing.T) {
	frames := 0
	if testing.Short() {
		frames = 2000
	}
	list, err := Goals(context.Background(), frames)
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
		if list[i].Reason == "" && !list[i].Held() {
			t.Errorf("%s: %g %s, goal %g", list[i].Name, list[i].Measured, list[i].Unit, list[i].Limit)
		}
	}
	for n := 1; n <= 38; n++ {
		if !numbers[n] {
			t.Errorf("goal %d is missing", n)
		}
	}
	table.Reset()
	if err := WriteGoals(&table, []Goal{{Name: "a", Limit: 1, Measured: 2}, {Name: "b", Limit: 1, AtLeast: true, Measured: 2}}); err != nil {
		t.Fatal(err)
	}
	if s := table.String(); strings.Count(s, "MISSED") != 1 || strings.Count(s, "held") != 1 {
		t.Error(s)
	}
}
