package snapshot

import (
	mathbits "math/bits"
	"unsafe"

	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/pages"
	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// packed holds the manifolds and recycling caches that are in use. Most contacts of a pile do not touch and have
// neither, but their records would be two thirds of a copy.
type packed struct {
	// used are the contacts that have some, in the order of their indices.
	used []usedContact
	// data are the used part of each manifold, which is its start, then the cache.
	data []uint32
	// manifolds and caches are the lengths of the lists.
	manifolds, caches int
}

// usedContact says what follows in packed.data.
type usedContact struct {
	contact   int32
	manifolds int16
	cache     cacheForm
}

// cacheForm is the part of a recycling cache that is kept.
type cacheForm uint8

const (
	noCache    cacheForm = iota
	plainCache           // the rotations: all that a contact of two polytopes has
	fullCache
)

// Sizes in words of four bytes, of which manifolds and caches consist.
const (
	manifoldWords  = int(unsafe.Offsetof(solve.Manifold{}.Points)) / 4
	pointWords     = int(unsafe.Sizeof(solve.ManifoldPoint{})) / 4
	plainWords     = int(unsafe.Offsetof(narrowphase.Recycling{}.Mesh)) / 4
	recyclingWords = int(unsafe.Sizeof(narrowphase.Recycling{})) / 4
	// countWord is where a manifold has its number of points.
	countWord = int(unsafe.Offsetof(solve.Manifold{}.Count)) / 4
)

// words is a record as words.
func words[T any](record *T, n int) []uint32 {
	return unsafe.Slice((*uint32)(unsafe.Pointer(record)), n)
}

// isPlain reports whether a contact is one of two polytopes, whose cache has rotations only.
func isPlain(c *state.Contact) bool { return c.Angular && !c.Composite }

// take packs the manifolds and caches of a world. A new snapshot gets its memory at once: frames that keep one would
// allocate a dozen times (TestMetersWindow).
func (p *packed) take(ps *Rooms) {
	p.used, p.data = p.used[:0], p.data[:0]
	p.manifolds, p.caches = len(ps.Manifolds), len(ps.Recycling)
	if cap(p.used) == 0 {
		contacts, words := ps.usedSize()
		p.used, p.data = make([]usedContact, 0, contacts), make([]uint32, 0, words)
	}
	for page, kept := range ps.last.kept {
		for ; kept != 0; kept &= kept - 1 {
			i := page*pages.Length + mathbits.TrailingZeros16(kept)
			p.used = append(p.used, usedContact{contact: int32(i)})
		}
	}
	all := p.used
	p.used = p.used[:0]
	for k := range all {
		ps.fetchAhead(all[k:])
		p.add(ps, int(all[k].contact))
	}
}

// fetchAhead asks for the memory of contacts that follow the first.
func (ps *Rooms) fetchAhead(list []usedContact) {
	const contactsAhead, manifoldsAhead = 12, 6
	if len(list) <= contactsAhead {
		return
	}
	prefetch.Lines(unsafe.Pointer(&ps.Contacts[list[contactsAhead].contact]), 2)
	i := list[manifoldsAhead].contact
	prefetch.Lines(unsafe.Pointer(&ps.Manifolds[ps.Contacts[i].Manifold]), 5)
	prefetch.Lines(unsafe.Pointer(&ps.Recycling[i]), 1)
}

// add packs the parts of a contact.
func (p *packed) add(ps *Rooms, i int) {
	use, some := ps.use(i)
	if !some {
		return
	}
	p.used = append(p.used, use)
	for k := range int32(use.manifolds) {
		m := &ps.Manifolds[ps.Contacts[i].Manifold+k]
		p.data = append(p.data, words(m, usedWords(m))...)
	}
	p.data = append(p.data, words(&ps.Recycling[i], use.cache.words())...)
}

// use tells the parts of a contact that are kept; some is false for none.
func (ps *Rooms) use(i int) (use usedContact, some bool) {
	c := &ps.Contacts[i]
	if !c.Alive || c.Count == 0 && isPlain(c) {
		// two polytopes without points have no cache either
		return usedContact{}, false
	}
	use = usedContact{contact: int32(i), manifolds: int16(ps.kept(c))}
	if ps.Recycling[i].Valid {
		use.cache = fullCache
		if isPlain(c) {
			use.cache = plainCache
		}
	}
	return use, use.manifolds != 0 || use.cache != noCache
}

// usedSize counts the contacts that have parts to keep, and the words of these.
func (ps *Rooms) usedSize() (contacts, words int) {
	for i := range ps.Contacts {
		use, some := ps.use(i)
		if !some {
			continue
		}
		contacts++
		words += use.cache.words()
		for k := range int32(use.manifolds) {
			words += usedWords(&ps.Manifolds[ps.Contacts[i].Manifold+k])
		}
	}
	return contacts, words
}

// usedWords is the length of the part of a manifold that is kept.
func usedWords(m *solve.Manifold) int {
	return manifoldWords + int(m.Count&narrowphase.CountMask)*pointWords
}

// words is the length of the part of a cache that is kept.
func (f cacheForm) words() int {
	switch f {
	case plainCache:
		return plainWords
	case fullCache:
		return recyclingWords
	}
	return 0
}

// put makes the contacts of rooms those that were packed, and unpacks their manifolds and caches; all others are blank
// afterwards. Of the first known contacts the rooms have caches from earlier on.
func (p *packed) put(ps *Rooms, contacts *pages.List[state.Contact], known int) {
	ps.Contacts = sizedFor(ps.Contacts, contacts.Len())
	ps.Manifolds, ps.Recycling = sizedFor(ps.Manifolds, p.manifolds), sizedFor(ps.Recycling, p.caches)
	used, data := p.used, p.data
	for i := range ps.Contacts {
		c, u := &ps.Contacts[i], &ps.Recycling[i]
		// the cache of a plain contact has nothing but rotations, which mean nothing unless it is valid
		plain := i < known && c.Alive && isPlain(c)
		*c = *contacts.At(i)
		if !c.Alive {
			continue
		}
		if m := &ps.Manifolds[c.Manifold]; m.Count != 0 {
			m.Empty()
		}
		if plain && isPlain(c) {
			u.Valid = false
		} else {
			*u = narrowphase.Recycling{}
		}
		if len(used) == 0 || used[0].contact != int32(i) {
			continue
		}
		for m := range ps.Manifolds[c.Manifold:][:used[0].manifolds] {
			n := manifoldWords + int(data[countWord])*pointWords
			copy(words(&ps.Manifolds[c.Manifold:][m], n), data)
			data = data[n:]
		}
		n := used[0].cache.words()
		copy(words(u, n), data[:n])
		used, data = used[1:], data[n:]
	}
}

// copyFrom makes p a copy of o.
func (p *packed) copyFrom(o *packed) {
	p.used, p.data = append(p.used[:0], o.used...), append(p.data[:0], o.data...)
	p.manifolds, p.caches = o.manifolds, o.caches
}

func (p *packed) memory() int {
	return cap(p.used)*int(unsafe.Sizeof(usedContact{})) + cap(p.data)*4
}
