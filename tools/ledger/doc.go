// Command ledger prints the constants and heuristics of the packages, one table for each:
// name, value, unit, meaning, the reason for the value, and what breaks without it. It reads
// the files named constants.go, in which each constant has a comment of the form
//
//	// Name (unit): meaning. Reason for this value. Without it: scene or test that breaks.
//
// The unit of a pure number is 1. The meaning may also end with a semicolon, and several constants may share
// a comment that names them. Reason or "Without it" may be missing, not both; the last line counts them. With -stray the numbers follow that stand elsewhere: named
// constants outside constants.go, and literals in function bodies that look like a choice.
//
//	ledger [-root DIR] [-stray] [PACKAGE...]
package main
