package look

import "tumble/physics/vec"

// rankStrokes are the lines of the ranks from ace to nine, and of the nought of the ten, in a square of two by two.
var rankStrokes = [10][][][2]float32{
	{{{-1, -1}, {0, 1}, {1, -1}}, {{-0.6, -0.25}, {0.6, -0.25}}},
	{{{-1, 0.55}, {-0.5, 1}, {0.5, 1}, {1, 0.6}, {0.9, 0.15}, {-1, -1}, {1, -1}}},
	{{{-1, 1}, {1, 1}, {-0.1, 0.2}, {0.6, 0.1}, {1, -0.3}, {1, -0.6}, {0.5, -1}, {-0.5, -1}, {-1, -0.6}}},
	{{{0.5, -1}, {0.5, 1}, {-1, -0.4}, {1, -0.4}}},
	{{{1, 1}, {-0.8, 1}, {-0.9, 0.1}, {0.4, 0.2}, {1, -0.2}, {1, -0.6}, {0.5, -1}, {-0.5, -1}, {-1, -0.7}}},
	{{{0.7, 1}, {-0.2, 0.7}, {-0.9, 0}, {-1, -0.5}, {-0.5, -1}, {0.5, -1}, {1, -0.6}, {1, -0.3}, {0.5, 0.05},
		{-0.5, 0.05}, {-0.95, -0.2}}},
	{{{-1, 1}, {1, 1}, {-0.3, -1}}},
	{{{0, 0.08}, {-0.8, 0.4}, {-0.8, 0.7}, {-0.4, 1}, {0.4, 1}, {0.8, 0.7}, {0.8, 0.4}, {-1, -0.35}, {-1, -0.7},
		{-0.5, -1}, {0.5, -1}, {1, -0.7}, {1, -0.35}, {0, 0.08}}},
	{{{-0.7, -1}, {0.2, -0.7}, {0.9, 0}, {1, 0.5}, {0.5, 1}, {-0.5, 1}, {-1, 0.6}, {-1, 0.3}, {-0.5, -0.05},
		{0.5, -0.05}, {0.95, 0.2}}},
	{{{-0.5, 1}, {0.5, 1}, {1, 0.5}, {1, -0.5}, {0.5, -1}, {-0.5, -1}, {-1, -0.5}, {-1, 0.5}, {-0.5, 1}}},
}

// index prints a rank, 0 for the ace, into the upper left corner of a card, or upside down into the opposite one: s is
// 1 or -1.
func index(m *mesher, rank int, s, z float32) {
	const x, y, wide, high = -0.282, 0.415, 0.034, 0.055
	if rank < 9 {
		strokes(m, rankStrokes[rank], s, x, y, wide, high, z)
		return
	}
	strokes(m, [][][2]float32{{{0, -1}, {0, 1}}}, s, x-0.036, y, wide, high, z)
	strokes(m, rankStrokes[9], s, x+0.018, y, 0.75*wide, high, z)
}

// strokes draws lines around a point of a card that faces +z.
func strokes(m *mesher, lines [][][2]float32, s, x, y, wide, high, z float32) {
	const half = 0.0085
	for _, line := range lines {
		for i := 1; i < len(line); i++ {
			a := vec.V3(s*(x+wide*line[i-1][0]), s*(y+high*line[i-1][1]), z)
			b := vec.V3(s*(x+wide*line[i][0]), s*(y+high*line[i][1]), z)
			along := b.Sub(a).Norm().Mul(half)
			side := vec.V3(-along.Y, along.X, 0)
			// longer by half a stroke, so that corners close
			a, b = a.Sub(along.Mul(0.6)), b.Add(along.Mul(0.6))
			m.quad(a.Sub(side), b.Sub(side), b.Add(side), a.Add(side))
		}
	}
}
