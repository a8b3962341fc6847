package physics

// boxList is a broad phase where every query looks at every box.
type boxList struct {
	boxes []AABB
	data  []int32
	free  []int32
}

func (t *boxList) Height() int { return 0 }

func (t *boxList) Insert(box AABB, category uint64, data int32) int32 {
	if n := len(t.free); n > 0 {
		i := t.free[n-1]
		t.free = t.free[:n-1]
		t.boxes[i], t.data[i] = box, data
		return i
	}
	t.boxes, t.data = append(t.boxes, box), append(t.data, data)
	return int32(len(t.boxes) - 1)
}

func (t *boxList) Remove(i int32) { t.data[i] = none; t.free = append(t.free, i) }

func (t *boxList) Move(i int32, box AABB) { t.boxes[i] = box }

func (t *boxList) Enlarge(i int32, box AABB) { t.boxes[i] = box }

func (t *boxList) Query(box AABB, mask uint64, buf []int32) []int32 {
	for i := range t.boxes {
		if t.data[i] != none && t.boxes[i].Overlaps(box) {
			buf = append(buf, t.data[i])
		}
	}
	return buf
}
