package arena

// PerWorker is one growing list of indices for each worker, as for the results of a search. The zero value is ready.
type PerWorker struct{ lists [][]int32 }

// Begin makes room for so many workers.
func (p *PerWorker) Begin(count int) {
	for len(p.lists) < count {
		p.lists = append(p.lists, nil)
	}
}

// Of returns the list of a worker, empty.
func (p *PerWorker) Of(worker int) []int32 { return p.lists[worker][:0] }

// Keep stores the list of a worker, so that its memory is used again.
func (p *PerWorker) Keep(worker int, list []int32) { p.lists[worker] = list }
