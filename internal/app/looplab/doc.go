// Package looplab shows the same scene under different strategies of the time step side by side in the window: the loop
// laboratory that a user looks at. Package internal/lab runs the same laboratory without a window and finds the same
// figures.
package looplab
