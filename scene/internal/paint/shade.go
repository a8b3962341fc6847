package paint

// maxShades is how many colours a mesh may be cut into.
const maxShades = 32

// Shades are the colours of n triangles, rounded so that few of them are different; colorOf gives that of one (linear).
func Shades(n int, colorOf func(t int) [4]float32) [][4]uint8 {
	exact, rounds := make([][4]uint8, n), make([][4]uint8, n)
	for t := range exact {
		c := colorOf(t)
		exact[t] = [4]uint8{SRGB(c[0]), SRGB(c[1]), SRGB(c[2]), uint8(max(0, min(1, c[3]))*255 + 0.5)}
	}
	for bits := 8; ; bits -= 2 {
		seen := map[[4]uint8]bool{}
		for t, c := range exact {
			rounds[t] = [4]uint8{rounded(c[0], bits), rounded(c[1], bits), rounded(c[2], bits), c[3]}
			seen[rounds[t]] = true
		}
		if len(seen) <= maxShades || bits <= 2 {
			return rounds
		}
	}
}

// Group are triangles of one colour, by their number.
type Group struct {
	Color     [4]uint8
	Triangles []int
}

// Groups sorts triangles by their colours, in the order in which those first appear.
func Groups(colors [][4]uint8) []Group {
	var list []Group
	at := map[[4]uint8]int{}
	for t, c := range colors {
		g, ok := at[c]
		if !ok {
			g = len(list)
			at[c] = g
			list = append(list, Group{Color: c})
		}
		list[g].Triangles = append(list[g].Triangles, t)
	}
	return list
}

// rounded keeps the upper bits of a colour and fills the lower ones with the middle.
func rounded(x uint8, bits int) uint8 {
	if bits >= 8 {
		return x
	}
	step := 256 >> bits
	return uint8(min(int(x)/step*step+step/2, 255))
}
