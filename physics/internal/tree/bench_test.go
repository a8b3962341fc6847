package tree

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// lattice is a dense block of 10,000 unit boxes with a margin of 0.05 m, of which a share
// moves in every step, as in a pile between settled and falling.
type lattice struct {
	tree    Tree
	home    []vec.Vec3
	at      []vec.Vec3
	proxies []int32
	moved   []int32
	r       *rand.Rand
	buf     []int32
}

const latticeMargin = 0.05

func newLattice() *lattice {
	l := &lattice{r: rand.New(rand.NewPCG(1, 1))}
	half := vec.V3(0.5+latticeMargin, 0.5+latticeMargin, 0.5+latticeMargin)
	for i := range 10_000 {
		p := vec.V3(float32(i%25)*1.01, float32(i/625)*1.01, float32(i/25%25)*1.01)
		l.home, l.at = append(l.home, p), append(l.at, p)
		l.proxies = append(l.proxies, l.tree.Create(vec.AABBAround(p, half), 1, int32(i)))
	}
	l.tree.Rebuild(true)
	return l
}

// step moves a share of the boxes out of their fat boxes, to a place near home.
func (l *lattice) step(share float32) {
	l.moved = l.moved[:0]
	for i := range l.at {
		if l.r.Float32() >= share {
			continue
		}
		d := vec.V3(l.r.Float32()-0.5, l.r.Float32()-0.5, l.r.Float32()-0.5)
		l.at[i] = l.home[i].Add(d.Mul(0.2))
		l.moved = append(l.moved, int32(i))
	}
}

func (l *lattice) fat(i int32) vec.AABB {
	return vec.AABBAround(l.at[i], vec.V3(0.5+latticeMargin, 0.5+latticeMargin, 0.5+latticeMargin))
}

var shares = []float32{0.01, 0.2, 0.83}

// BenchmarkUpdate compares the ways to keep the tree up to date with boxes that moved.
func BenchmarkUpdate(b *testing.B) {
	for _, share := range shares {
		for _, order := range []struct {
			name   string
			update func(l *lattice)
		}{
			{"reinsert", func(l *lattice) {
				for _, i := range l.moved {
					l.tree.Move(l.proxies[i], l.fat(i))
				}
			}},
			{"partial", func(l *lattice) {
				for _, i := range l.moved {
					l.tree.Enlarge(l.proxies[i], l.fat(i))
				}
				l.tree.Rebuild(false)
			}},
			{"refit", func(l *lattice) {
				for _, i := range l.moved {
					l.tree.Enlarge(l.proxies[i], l.fat(i))
				}
				l.tree.Refit()
			}},
			{"full", func(l *lattice) {
				for _, i := range l.moved {
					l.tree.Enlarge(l.proxies[i], l.fat(i))
				}
				l.tree.Rebuild(true)
			}},
		} {
			b.Run(fmt.Sprintf("%s/share=%v", order.name, share), func(b *testing.B) {
				l := newLattice()
				moved := 0
				b.ReportAllocs()
				for b.Loop() {
					b.StopTimer()
					l.step(share)
					moved += len(l.moved)
					b.StartTimer()
					order.update(l)
				}
				b.ReportMetric(float64(moved)/float64(b.N), "moved/op")
				b.ReportMetric(float64(l.tree.AreaRatio()), "area-ratio")
				b.ReportMetric(float64(l.tree.Height()), "height")
			})
		}
	}
}

// BenchmarkQuery asks for the neighbours of the moved boxes after 100 steps of one way of update.
func BenchmarkQuery(b *testing.B) {
	for _, share := range shares {
		for _, order := range []string{"reinsert", "partial", "full"} {
			b.Run(fmt.Sprintf("%s/share=%v", order, share), func(b *testing.B) {
				l := newLattice()
				for range 100 {
					l.step(share)
					for _, i := range l.moved {
						if order == "reinsert" {
							l.tree.Move(l.proxies[i], l.fat(i))
						} else {
							l.tree.Enlarge(l.proxies[i], l.fat(i))
						}
					}
					if order != "reinsert" {
						l.tree.Rebuild(order == "full")
					}
				}
				b.ReportAllocs()
				found := 0
				for b.Loop() {
					for _, i := range l.moved {
						l.buf = l.tree.Query(l.tree.Box(l.proxies[i]), AllCategories, l.buf[:0])
						found += len(l.buf)
					}
				}
				b.ReportMetric(float64(len(l.moved)), "moved/op")
				b.ReportMetric(float64(found)/float64(b.N), "found/op")
			})
		}
	}
}

// BenchmarkLoad adds a million boxes on a terrain one by one.
func BenchmarkLoad(b *testing.B) {
	const n = 1_000_000
	boxes := make([]vec.AABB, n)
	r := rand.New(rand.NewPCG(2, 2))
	for i := range boxes {
		x, z := float32(i%1000), float32(i/1000)
		y := float32(10 * math.Sin(float64(x)/50) * math.Cos(float64(z)/70))
		boxes[i] = vec.AABBAround(vec.V3(x, y, z), vec.V3(r.Float32(), r.Float32(), r.Float32()))
	}
	for b.Loop() {
		var t Tree
		for i := range boxes {
			t.Create(boxes[i], 1, int32(i))
		}
	}
}

// BenchmarkRayCast shoots rays through the lattice, clipped at the first box entered, and whole.
func BenchmarkRayCast(b *testing.B) {
	l := newLattice()
	rays := make([][2]vec.Vec3, 1000)
	for i := range rays {
		at := func() vec.Vec3 {
			return vec.V3(l.r.Float32()*60-18, l.r.Float32()*40-10, l.r.Float32()*60-18)
		}
		from := at()
		rays[i] = [2]vec.Vec3{from, at().Sub(from)}
	}
	for _, clip := range []bool{true, false} {
		b.Run(fmt.Sprintf("clip=%v", clip), func(b *testing.B) {
			b.ReportAllocs()
			visits, k := 0, 0
			for b.Loop() {
				k = (k + 1) % len(rays)
				var c Cast
				c.RayCast(&l.tree, rays[k][0], rays[k][1], 1, AllCategories)
				for c.Next() {
					visits++
					if clip {
						c.Clip(c.enter(c.Proxy()))
					}
				}
			}
			b.ReportMetric(float64(visits)/float64(b.N), "visits/op")
		})
	}
}
