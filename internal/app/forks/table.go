package forks

// Row is a row of the table: the values of the session and of its forks, and which of them is the smallest; −1 where all are
// the same.
type Row struct {
	Label, Unit string
	Values      [1 + MostForks]float64
	Better      int
}

// Table appends the rows of the table to buf.
func (f *Forks) Table(buf []Row) []Row {
	if len(f.list) == 0 {
		return buf
	}
	for i := range table {
		row := Row{Label: table[i].label, Unit: tableMeters[i].Unit, Better: -1}
		row.Values[0] = f.own.value(i)
		differs, best := false, 0
		for k, fork := range f.list {
			v := fork.figures.value(i)
			row.Values[1+k] = v
			differs = differs || v != row.Values[0]
			if v < row.Values[best] {
				best = 1 + k
			}
		}
		if differs {
			row.Better = best
		}
		buf = append(buf, row)
	}
	return buf
}
