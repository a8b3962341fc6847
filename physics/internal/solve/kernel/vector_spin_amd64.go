//go:build !purego

package kernel

//go:noescape
func spinBeginAVX(block *SpinBlock, h, quarter float64)

//go:noescape
func spinStepAVX(block *SpinBlock)

//go:noescape
func spinEndAVX(block *SpinBlock)

//go:noescape
func precessAVX(block *TopBlock, h, back float64)

func SpinBegin(b *SpinBlock, h, quarter float64) { spinBeginAVX(b, h, quarter) }

func SpinStep(b *SpinBlock) { spinStepAVX(b) }

func SpinEnd(b *SpinBlock) { spinEndAVX(b) }

func Precess(b *TopBlock, h, back float64) { precessAVX(b, h, back) }
