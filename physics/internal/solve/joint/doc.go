// Package joint solves joints: their records, the rows that each kind holds, and springs, motors and limits.
//
// A joint is solved in one of two ways. Ball joints and hinges are lanes of blocks, eight at a time (lanes.go); all
// others go through general rows (general_rows.go). Package articulation may solve the held rows of either.
package joint
