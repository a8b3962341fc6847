// Package lab is the loop laboratory: it runs every strategy of the engine against
// simulated displays and machines, or against the frame times of a real run, and measures
// what the user would see.
//
// # The machine
//
// A run is a chain of frames on one simulated time line. Frame k starts when the swap of frame
// k−1 returns, at the refresh D(k). The program learns of that moment late or early by the
// display's noise: its reading is D(k) + noise. It steps and draws, which costs the given wall time, and
// the frame is shown at the first refresh after that, D(k+1). A dropped frame misses
// one refresh more.
//
// # The measures
//
// With x(k) the moment of simulated time that frame k shows, judder is
//
//	(x(k) − x(k−1)) / (d(k) − d(k−1)) − 1
//
// as root mean square and as 99th percentile. d is D(k), the refresh after which the
// frame is made: that is the motion on the screen when each frame is shown a constant time
// later. Glass is the same with the refresh that really shows the frame, D(k+1): when a frame is dropped
// nobody can know in advance, so glass has a floor that no clock removes.
//
// Age is the time from the moment that the picture shows to the refresh that shows it, with the
// strategy's own time as the measure. Drift is what the strategy's time gains on real
// time in an hour, apart from time lost by clamps, which is counted apart.
package lab
