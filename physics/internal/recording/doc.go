// Package recording writes the calls and steps of a world to a journal while it runs, finds them again, and carries
// them out. It knows worlds by the interface World alone, and calls by their codes: package physics makes calls of
// values, and values of calls.
//
//   - Writer writes: calls with their results, steps, shapes, and keyframes beside the steps.
//   - File reads the contents of a recording and their places.
//   - Player goes to any step of a File, compares results and finds where they differ.
package recording
