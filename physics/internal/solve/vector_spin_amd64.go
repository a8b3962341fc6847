//go:build !purego

package solve

//go:noescape
func spinBeginAVX(block *spinBlock, h, quarter float64)

//go:noescape
func spinStepAVX(block *spinBlock)

//go:noescape
func spinEndAVX(block *spinBlock)

//go:noescape
func precessAVX(block *topBlock, h, back float64)

func spinBeginVector(b *spinBlock, h, quarter float64) { spinBeginAVX(b, h, quarter) }

func spinStepVector(b *spinBlock) { spinStepAVX(b) }

func spinEndVector(b *spinBlock) { spinEndAVX(b) }

func precessVector(b *topBlock, h, back float64) { precessAVX(b, h, back) }
