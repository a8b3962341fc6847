// Package looplab shows the same scene under different strategies of the time step side by side in the window: the loop
// laboratory that a user looks at. Package lab below internal is the one without a window; both find the same figures.
package looplab
