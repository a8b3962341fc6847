// Package extension holds the words that the reader and the writer share: the names of the extensions,
// the bounds of their numbers, and the words of TUMBLE_physics for settings, rules, joints and locks.
package extension
