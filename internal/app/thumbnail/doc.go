// Package thumbnail makes small pictures of scenes in a process of its own, so that neither their cost nor a scene that
// fails reaches the window. A cache on the disk keeps the pictures.
package thumbnail
