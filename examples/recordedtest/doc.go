// Package recordedtest shows tests of a game that leave a recording when they fail: the sandbox opens it, shows what
// happened and goes back and forth in it.
package recordedtest
