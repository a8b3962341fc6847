// Package journal keeps what the sessions of the window do, always and within a limit. Every session has a folder of
// its own with a lock, in which recordings follow each other: parts, of which each opens alone. Old parts go when the
// budget is used up. The next session finds the files of the one before, and offers them if that ended by a crash.
//
// Files are made, closed, joined and removed by a goroutine; no frame and no step waits for the disk.
package journal
