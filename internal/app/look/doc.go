// Package look decides what things look like: the mood of a scene, its colours, the materials of its bodies, and the
// things that are drawn in place of colliders. notes/look.md is its brief. The renderer knows nothing of bodies, and
// the physics nothing of looks.
package look
