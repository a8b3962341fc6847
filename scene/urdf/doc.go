// Package urdf reads robots in the Unified Robot Description Format: links with their inertia, collision
// shapes and visuals, and joints with limits, damping, friction and mimics. The z axis of the file is
// upwards. Everything else in a file is listed as ignored.
package urdf
