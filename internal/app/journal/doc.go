// Package journal keeps what the sessions of the window do, always and within a limit. Every session has a folder of its
// own with a lock, in which recordings follow each other: parts, of which each opens alone. Old parts go when the budget is
// used up. What a session leaves is found by the next one, which offers it if the session ended by a crash.
//
// Files are made, closed, joined and removed by a goroutine; no frame and no step waits for the disk.
package journal
