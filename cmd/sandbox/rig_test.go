package main

import (
	"encoding/json"
	"strings"
	"testing"

	"tumble/internal/cli"
)

func TestRigCommand(t *testing.T) {
	code, out, errs := sandbox(t, "rig", "pendulum", "--hz", "50", "--substeps", "4", "--json")
	var result rigResult
	if code != 0 || json.Unmarshal([]byte(out), &result) != nil {
		t.Fatalf("code %d\n%s%s", code, out, errs)
	}
	if len(result.Runs) != 1 || result.Runs[0].Hertz != 50 || result.Runs[0].SubSteps != 4 {
		t.Fatalf("%+v", result)
	}
	if e := result.Runs[0].Largest; !(e > 1e-3 && e < 0.05) {
		t.Errorf("the error is %g m", e)
	}
	code, out, _ = sandbox(t, "rig", "fall", "--order")
	if code != 0 || !strings.Contains(out, "order 1.0") {
		t.Errorf("code %d: %s", code, out)
	}
	if code, _, errs = sandbox(t, "rig", "pendulm"); code != cli.ExitInput || !strings.Contains(errs, "pendulum") {
		t.Errorf("code %d: %s", code, errs)
	}
	code, out, _ = sandbox(t, "sim", "rig_spring", "--steps", "50", "--every", "50", "--measure", "truth.error")
	if code != 0 || !strings.Contains(out, "truth.error") || strings.Contains(out, "50,0.5,0\n") {
		t.Errorf("code %d: %s", code, out)
	}
}
