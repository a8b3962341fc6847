package forces

// unevenFloat (1): fraction of its weight by which a floating body may be off its depth and sleep. Without it: bodies fall
// asleep at the turning points of their bobbing.
const unevenFloat = 0.005
