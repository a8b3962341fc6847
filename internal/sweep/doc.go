// Package sweep runs studies: many simulations of one scene with other parameters each, and a table of their results.
//
// A [Study] is a TOML file: scene, parameters with ranges, design, metrics, guard rails. Its design numbers the cells;
// a cell is one simulation and becomes one [Row]. Rows depend on the study alone: not on the number of workers, shards
// or machines, nor on the order in which they are simulated.
//
// [Run] hands cells to an [Executor] and appends each finished row to a log with a checksum, so that a study that was
// killed goes on where it stopped. [Merge] reads the logs and writes the tables, sorted by cell. Wall times lie in a
// file of their own.
package sweep
