package ui

// ID names a widget: the hash of its label and of the labels of its containers. 0 is nothing.
type ID uint64

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
)

// hashLabel continues a hash with a label (FNV-1a).
func hashLabel(seed ID, label string) ID {
	h := uint64(seed)
	for i := 0; i < len(label); i++ {
		h = (h ^ uint64(label[i])) * fnvPrime
	}
	// the end of a label counts, so that "ab","c" is not "a","bc"
	h = (h ^ 0xff) * fnvPrime
	if h == 0 {
		h = 1
	}
	return ID(h)
}

// memory is the state of a widget between frames; the widget says what the fields mean.
type memory struct {
	a, b, c float32
	flags   uint32
	known   bool
}

// memories is an open-addressing table from ID to memory. Pointers to memories stay valid.
type memories struct {
	keys   []ID
	values []*memory
	n      int
	spare  []memory
}

// find returns the memory of a widget, made when it is first asked for.
func (m *memories) find(id ID) *memory {
	if 2*(m.n+1) > len(m.keys) {
		m.grow()
	}
	mask := uint64(len(m.keys) - 1)
	i := uint64(id) & mask
	for ; m.keys[i] != 0; i = (i + 1) & mask {
		if m.keys[i] == id {
			return m.values[i]
		}
	}
	if len(m.spare) == 0 {
		m.spare = make([]memory, 64)
	}
	m.keys[i], m.values[i] = id, &m.spare[0]
	m.spare = m.spare[1:]
	m.n++
	return m.values[i]
}

func (m *memories) grow() {
	keys, values := m.keys, m.values
	m.keys, m.values = make([]ID, max(256, 2*len(keys))), make([]*memory, max(256, 2*len(keys)))
	mask := uint64(len(m.keys) - 1)
	for k, id := range keys {
		if id == 0 {
			continue
		}
		i := uint64(id) & mask
		for m.keys[i] != 0 {
			i = (i + 1) & mask
		}
		m.keys[i], m.values[i] = id, values[k]
	}
}

// visible is the part of a label that is shown.
func visible(label string) string {
	for i := 0; i+1 < len(label); i++ {
		if label[i] == '#' && label[i+1] == '#' {
			return label[:i]
		}
	}
	return label
}

// ID returns the ID of a label in the present container.
func (c *Context) ID(label string) ID { return c.says(label, hashLabel(c.seed(), label)) }

// PushID puts the following widgets into a container of the given name, so that labels may repeat.
func (c *Context) PushID(name string) { c.seeds = append(c.seeds, c.ID(name)) }

// PushIndex is PushID with a number.
func (c *Context) PushIndex(i int) {
	h := uint64(c.seed())
	for range 8 {
		h = (h ^ uint64(i&0xff)) * fnvPrime
		i >>= 8
	}
	c.seeds = append(c.seeds, ID(h|1))
}

// PopID ends PushID and PushIndex.
func (c *Context) PopID() {
	if len(c.seeds) > 1 {
		c.seeds = c.seeds[:len(c.seeds)-1]
	}
}

func (c *Context) seed() ID { return c.seeds[len(c.seeds)-1] }
