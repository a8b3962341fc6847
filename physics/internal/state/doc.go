// Package state holds the values of a world that its rooms share: data, no algorithms.
package state
