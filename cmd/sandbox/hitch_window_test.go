//go:build linux && cgo

package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// In the real window a hitch is captured, and the step in it can be done again.
func TestHitchInTheWindow(t *testing.T) {
	o := newOperator(t, "pyramid1275", "--trace-on-hitch", "hitches", "--width", "640", "--height", "400", "--set",
		"sleep.time=0.3")
	captures := func() []string {
		list, err := filepath.Glob(filepath.Join(o.folder, "hitches", "hitch-*"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	// the usual time of a frame has to be known first, and software draws slowly
	o.pause(40)
	for range 20 {
		if len(captures()) > 0 {
			break
		}
		o.do("mousemove", "200", "150")
		o.do("key", "k")
		o.pause(6)
	}
	list := captures()
	if len(list) == 0 {
		t.Fatal("waking a pyramid of 1275 boxes is no hitch")
	}
	var out, errs bytes.Buffer
	code := execute(context.Background(), []string{"rehit", list[0], "--repeat", "50"}, &out, &errs)
	if code != 0 || !strings.Contains(out.String(), "the step has the same bodies") {
		t.Errorf("code %d: %s%s", code, out.String(), errs.String())
	}
	t.Log(out.String())
}
