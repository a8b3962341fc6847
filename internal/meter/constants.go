package meter

// longestCondition (bytes): length of the text of a condition. A line of an editor; the parser's memory follows from it.
// Without it: TestHostileConditions reads megabytes.
const longestCondition = 4096

// mostOperations (operations): what the text of a condition may ask for. Every evaluation is at most as many steps of the evaluator, as
// the language has no loops: some microseconds beside a step of the world. Without it: longestCondition still bounds a text to 2,000.
const mostOperations = 256
