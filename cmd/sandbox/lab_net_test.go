package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tumble/internal/netlab"
)

// The command prints a row for each strategy and link, in the order of its flags, and refuses what does not fit.
func TestLabNet(t *testing.T) {
	short := []string{"--net", "--frames", "60", "--scene", "shared_tower"}
	code, out, errs := labRun(append(short, "--link", "latency=20ms", "--link", "latency=80ms,loss=1%",
		"--strategy", "rollback,linear", "--json", "-")...)
	var list []netlab.Result
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != 0 || len(list) != 4 {
		t.Fatalf("code %d, %v, %s\n%s", code, err, errs, out)
	}
	first, third := list[0], list[2]
	if first.Strategy != "rollback" || list[1].Strategy != "linear" || third.Link.Latency != 80e6 || third.Bytes == 0 {
		t.Errorf("%+v", list)
	}
	code, out, _ = labRun(append(short, "--link", "latency=20ms", "--strategy", "predict")...)
	if code != 0 || !strings.Contains(out, "shared_tower, latency=20ms") || !strings.Contains(out, "predict") {
		t.Errorf("code %d\n%s", code, out)
	}
	for _, args := range [][]string{
		{"--net", "--strategy", "interpolate"}, {"--net", "--scene", "driving"}, {"--net", "--link", "loss=2"},
		{"--net", "--display", "60"},
		{"--link", "loss=1%"}, {"--net", "--seeds", "1,2"}, {"--net", "--hz", "1000"},
	} {
		if code, _, errs := labRun(args...); code != 64 || errs == "" {
			t.Errorf("%v: code %d, %s", args, code, errs)
		}
	}
}
