// Package loops has the commands that compare loops and pairs of programs: lab and lockstep.
package loops
