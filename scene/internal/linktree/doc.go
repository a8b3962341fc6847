// Package linktree sees a scene as robots: trees of links that joints carry, as URDF and MJCF describe them, with the z
// axis upwards.
package linktree
