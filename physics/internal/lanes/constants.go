package lanes

// depth (nodes) is how many parts of a tree may wait in a walk that goes on with the first of two. Median splits of
// an int32 count have half as many levels. Without it: leavesSSE has no fixed frame, whose size is four bytes an entry.
const depth = 64
