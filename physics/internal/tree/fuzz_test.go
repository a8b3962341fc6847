package tree

import (
	"bytes"
	"slices"
	"testing"

	"tumble/physics/vec"
)

// FuzzCalls reads a sequence of calls from the data, three bytes each, and compares every query
// with a list.
func FuzzCalls(f *testing.F) {
	f.Add([]byte{0, 1, 2, 0, 9, 9, 3, 0, 40, 4, 0, 0, 6, 1, 1, 2, 0, 0})
	f.Add(bytes.Repeat([]byte{0, 5, 5}, 40))
	f.Fuzz(func(t *testing.T, data []byte) {
		tr, o, user := &Tree{}, newOracle(), int32(0)
		if len(data) > 600 {
			data = data[:600]
		}
		for ; len(data) >= 3; data = data[3:] {
			op, a, b := data[0], data[1], data[2]
			box := vec.AABBAround(vec.V3(float32(a&15), float32(a>>4), float32(b&15)),
				vec.V3(1, float32(b>>6), float32(b>>5)))
			if len(o.order) == 0 {
				op = 0
			}
			k := 0
			if op%8 != 0 {
				k = int(a) % len(o.order)
			}
			switch op % 8 {
			case 0:
				user++
				l := leafData{box, uint64(b), user}
				o.add(t, tr.Create(l.Box, l.Category, l.User), l)
			case 1:
				tr.Destroy(o.drop(k))
			case 2:
				if b%3 == 2 {
					tr.Refit()
				} else {
					tr.Rebuild(b&1 == 1)
				}
			case 3, 4:
				tr.Enlarge(o.order[k], box)
				o.set(o.order[k], func(l *leafData) { l.Box = box })
			case 5:
				tr.Move(o.order[k], box)
				o.set(o.order[k], func(l *leafData) { l.Box = box })
			case 6:
				tr.SetCategory(o.order[k], uint64(b))
				o.set(o.order[k], func(l *leafData) { l.Category = uint64(b) })
			case 7:
				checkCast(t, tr, o, box, vec.V3(float32(b)-8, float32(a)-8, 3), uint64(op))
			}
			if err := tr.Validate(); err != nil {
				t.Fatal(err)
			}
			got := tr.Query(box, uint64(op), nil)
			slices.Sort(got)
			if want := o.query(box, uint64(op)); !slices.Equal(got, want) && len(got)+len(want) > 0 {
				t.Fatalf("query %v: %v, want %v", box, got, want)
			}
		}
	})
}

// FuzzDecode holds that no data breaks the tree, and that accepted data is the same when written again.
func FuzzDecode(f *testing.F) {
	var tr Tree
	f.Add(tr.Append(nil))
	proxies := []int32{}
	for i := range int32(6) {
		proxies = append(proxies, tr.Create(vec.AABBAround(vec.V3(float32(i), 0, 0), vec.V3(1, 1, 1)), 1, i))
	}
	tr.Destroy(proxies[2])
	tr.Enlarge(proxies[3], vec.AABBAround(vec.V3(3, 1, 0), vec.V3(1, 1, 1)))
	f.Add(tr.Append(nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d Tree
		rest, err := d.Decode(data)
		if err != nil {
			return
		}
		if got := d.Append(nil); !bytes.Equal(got, data[:len(data)-len(rest)]) {
			t.Fatal("the decoded tree encodes differently")
		}
		d.Query(d.Bounds(), AllCategories, nil)
		p := d.Create(vec.AABB{}, 1, 1)
		d.Rebuild(false)
		d.Destroy(p)
		if err := d.Validate(); err != nil {
			t.Fatal(err)
		}
	})
}
