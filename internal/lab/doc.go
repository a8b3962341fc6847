// Package lab is the loop laboratory: it runs every strategy of the engine against
// simulated displays and machines, or against the frame times of a real run, and measures
// what the user would see.
//
// # The machine
//
// A run is a chain of frames on one simulated time line. The swap of frame k−1 returns at the refresh D(k), and the
// program learns of that late or early by the display's noise: its stamp is D(k) + noise. The thread that waits for it
// runs later by the time that a wake-up takes, and the frame begins when it runs. With vsync off nobody waits. A frame
// that starts just in time waits once more, for a moment of which it spins the last 0.2 ms. It steps and draws, which
// costs the given wall time, notes the end of drawing with an error of its own, and is shown at the first refresh after
// it, D(k+1). A dropped frame misses one refresh more.
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
// A display without vsync, or of variable rate, follows its frames: d is there the moment that shows the frame itself.
//
// Age is the time from the moment that the picture shows to the refresh that shows it, with the
// strategy's own time as the measure. Lost is the time that did not become simulated time, whatever gave it up;
// drift is the time that the ticks, at their nominal rate, gain in an hour on the time that they were given. Both
// leave the warm-up out.
package lab
