package panel

// rowOrder is the order in which the rows of a table are shown.
type rowOrder []int

// sort puts n rows in order; equal ones stay as they are.
func (o *rowOrder) sort(n int, down bool, compare func(i, k int) int) rowOrder {
	list := (*o)[:0]
	for i := range n {
		at := len(list)
		list = append(list, i)
		for ; at > 0; at-- {
			c := compare(list[at-1], i)
			if down {
				c = -c
			}
			if c <= 0 {
				break
			}
			list[at] = list[at-1]
		}
		list[at] = i
	}
	*o = list
	return list
}
