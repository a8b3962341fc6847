//go:build !purego

package kernel

//go:noescape
func spinBeginNEON(block *SpinBlock, h, quarter float64)

//go:noescape
func spinStepNEON(block *SpinBlock)

//go:noescape
func spinEndNEON(block *SpinBlock)

//go:noescape
func precessNEON(block *TopBlock, h, back float64)

func SpinBegin(b *SpinBlock, h, quarter float64) { spinBeginNEON(b, h, quarter) }

func SpinStep(b *SpinBlock) { spinStepNEON(b) }

func SpinEnd(b *SpinBlock) { spinEndNEON(b) }

func Precess(b *TopBlock, h, back float64) { precessNEON(b, h, back) }
