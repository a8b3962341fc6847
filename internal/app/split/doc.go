// Package split shows a session and its members side by side: each in its part of the picture, at the same moment,
// seen through one camera.
package split
