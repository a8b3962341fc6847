// Package recordedtest shows tests of a game with package physicstest: checks look at the world after every step, a
// golden file keeps a result, and a test that fails leaves a recording that the sandbox opens at the step of the
// failure.
package recordedtest
