// Package sound lets bodies be heard that are knocked: an ear in the steps of the world finds the knocks and stamps
// them, and a mixer on a thread and with a timer of its own turns them into sound that does not depend on the frames.
package sound
