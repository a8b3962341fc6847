//go:build !purego

package solve

//go:noescape
func spinBeginNEON(block *spinBlock, h, quarter float64)

//go:noescape
func spinStepNEON(block *spinBlock)

//go:noescape
func spinEndNEON(block *spinBlock)

//go:noescape
func precessNEON(block *topBlock, h, back float64)

func spinBeginVector(b *spinBlock, h, quarter float64) { spinBeginNEON(b, h, quarter) }

func spinStepVector(b *spinBlock) { spinStepNEON(b) }

func spinEndVector(b *spinBlock) { spinEndNEON(b) }

func precessVector(b *topBlock, h, back float64) { precessNEON(b, h, back) }
