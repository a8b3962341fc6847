// Package lockstep runs the same scene in two programs that exchange nothing but input: each takes a step when it has
// the input of both for it, so that the slower one sets the pace, and input acts some steps after it was made, so that
// a network has time to carry it (Bettner and Terrano 2001, "1500 Archers on a 28.8"). Packets go over UDP and repeat
// what is not yet known to have arrived, so that loss, delay and reordering cost time and nothing else. Each packet
// carries the hashes of the newest steps: the first step whose hashes differ is found, and the first body in it.
package lockstep
