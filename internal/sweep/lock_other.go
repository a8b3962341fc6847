//go:build !unix || solaris || illumos || aix

package sweep

import "os"

// lock does nothing where the system has no such locks.
func lock(*os.File) error { return nil }
