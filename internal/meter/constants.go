package meter

// longestCondition (bytes): length of the text of a condition. A line of an editor; the parser's memory follows from
// it. Without it: TestHostileConditions reads megabytes.
const longestCondition = 4096

// mostOperations (operations): parts of the text of an expression. Every evaluation takes at most as many, as the
// language has no loops: a microsecond beside a step of the world. Without it: longestCondition still bounds a text
// to 2,000.
const mostOperations = 256
