package fit

import (
	"errors"
	"strings"
	"testing"
)

func TestReadCSV(t *testing.T) {
	d, err := ReadCSV(strings.NewReader("x [m],time [s]\n1,0\n,0.5\n3,1\n"))
	if err != nil || len(d.Time) != 3 || d.Time[1] != 0.5 || d.Columns["x"][2] != 3 || d.Columns["x"][1] == d.Columns["x"][1] {
		t.Errorf("%+v, %v", d, err)
	}
	for text, says := range map[string]string{
		"": "names", "x,y\n1,2\n": "time", "time,x\n0,1\n": "fewer than two", "time,x\n0,1\n0,2\n": "line 3", "time,x\n0,1\n1,z\n": `line 3: x: "z"`,
		"time,x\n0,1\n1\n": "wrong number of fields", "time,x\n-1,1\n1,1\n": "line 2", "time,x\nNaN,1\n1,1\n": "line 2",
	} {
		if _, err := ReadCSV(strings.NewReader(text)); !errors.Is(err, ErrData) || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", text, err, says)
		}
	}
}
