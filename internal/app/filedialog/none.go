//go:build js

package filedialog

import "context"

// Available reports that there is no dialog.
func Available() bool { return false }

func (q *Question) ask(context.Context) (string, error) { return "", nil }
