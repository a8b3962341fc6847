package main

import "os"

// soaked is how many rounds a test has, in a soak and otherwise.
func soaked(rounds, soak int) int {
	if os.Getenv("TUMBLE_SOAK") == "1" {
		return soak
	}
	return rounds
}
