// Package sensor measures what the sensors of a scene file feel in a world. A probe reads the world through its public
// interface and changes nothing.
package sensor
