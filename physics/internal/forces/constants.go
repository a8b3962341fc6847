package forces

// unevenFloat (1): fraction of its weight by which a floating body may be off its depth and sleep. A body is slow at
// the turning points of its bobbing, too. Without it: TestFloatingDepth, TestFloatingMotion (at 10).
const unevenFloat = 0.005
