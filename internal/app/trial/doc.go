// Package trial runs copies of a session beside it and compares them with it. The copies, the members of a trial, have
// values of their own, begin at one moment, and get the same input and the same steps. A trial finds the first step and
// body that differ, the distance of every body from its twin, the curves of the watched meters, and a number for each
// goal.
package trial
