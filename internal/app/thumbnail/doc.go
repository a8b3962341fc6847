// Package thumbnail makes small pictures of scenes in a process of its own, so that neither their cost nor a scene that fails
// reaches the window, and keeps them in a cache on the disk.
package thumbnail
