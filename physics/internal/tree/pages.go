package tree

import "tumble/physics/internal/pages"

// Pages is a copy of a tree that shares what does not change from one copy to the next.
type Pages struct {
	nodes         pages.List[node]
	links         pages.List[link]
	free          []int32
	root, proxies int32
}

// Take makes p a copy of a tree. last is the copy of the same tree before, and becomes this one.
func (p *Pages) Take(t *Tree, last *Pages) {
	p.nodes.Take(t.nodes, &last.nodes, nil)
	p.links.Take(t.links, &last.links, nil)
	p.free = append(p.free[:0], t.free...)
	p.root, p.proxies = t.root, t.proxies
}

// Put makes a tree the copy, in its storage.
func (p *Pages) Put(t *Tree) {
	t.nodes, t.links = p.nodes.AppendTo(t.nodes[:0]), p.links.AppendTo(t.links[:0])
	t.free = append(t.free[:0], p.free...)
	t.root, t.proxies = p.root, p.proxies
}

// CopyFrom makes p share all pages of o.
func (p *Pages) CopyFrom(o *Pages) {
	p.nodes.CopyFrom(&o.nodes)
	p.links.CopyFrom(&o.links)
	p.free = append(p.free[:0], o.free...)
	p.root, p.proxies = o.root, o.proxies
}

// Memory is the number of bytes that are not shared with the copy before.
func (p *Pages) Memory() int { return p.nodes.Memory() + p.links.Memory() + 4*cap(p.free) }
