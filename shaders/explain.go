package shaders

import (
	"regexp"
	"strconv"
	"strings"
)

// position matches how drivers write "file number, line": Mesa 2:14(7), NVIDIA
// 2(14), Apple, AMD and Intel ERROR: 2:14.
var position = regexp.MustCompile(`^(?:(ERROR|WARNING): )?(\d+)(?::(\d+)(?:\(\d+\))?|\((\d+)\)) ?: ?`)

// Explain rewrites a compiler's log so that every message starts with file and line.
func (s Source) Explain(log string) string {
	lines := strings.Split(strings.Trim(log, "\x00\n\r "), "\n")
	for i, line := range lines {
		m := position.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		file, err := strconv.Atoi(m[2])
		if err != nil || file >= len(s.Files) {
			continue
		}
		rest := line[len(m[0]):]
		if m[1] != "" {
			rest = strings.ToLower(m[1]) + ": " + rest
		}
		lines[i] = s.Files[file] + ":" + m[3] + m[4] + ": " + rest
	}
	return strings.Join(lines, "\n")
}
