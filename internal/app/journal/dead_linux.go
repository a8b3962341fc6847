package journal

import (
	"bytes"
	"path/filepath"
	"strings"

	"tumble/engine/inputfile"
)

// dead reports whether the process of a session's folder has ended but for some of its threads, see state in proc(5).
func dead(dir string) bool {
	pid, _, _ := strings.Cut(filepath.Base(dir), "-")
	file, err := inputfile.Open("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	defer file.Close()
	var text [512]byte
	n, _ := file.Read(text[:])
	// the state follows the name in brackets, which may hold anything
	after := bytes.TrimPrefix(text[bytes.LastIndexByte(text[:n], ')')+1:n], []byte(" "))
	return len(after) > 0 && (after[0] == 'Z' || after[0] == 'X')
}
