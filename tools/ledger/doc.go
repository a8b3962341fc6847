// Command ledger prints the constants and heuristics of the packages, one table for each:
// name, value, unit, meaning, the reason for the value, and what breaks without it. It reads
// the files named constants.go, in which each constant has a comment of the form
//
//	// Name (unit): meaning. Reason for this value. Without it: scene or test that breaks.
//
// Instead of "Without it:" may stand "Tried:" with other values and the tests that fail with each, or that none does,
// and "Given by:" for numbers that follow from others. The unit of a pure number is 1. The meaning may also end with a
// semicolon, and several constants may share a comment that names them. The last line counts the constants that lack a
// part. With -stray the numbers follow that stand elsewhere: named constants outside constants.go, and literals in
// function bodies that look like a choice.
//
//	ledger [-root DIR] [-stray] [PACKAGE...]
package main
