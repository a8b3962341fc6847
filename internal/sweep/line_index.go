package sweep

import (
	"strconv"
	"strings"
)

// lineIndex finds the line of each key of a TOML file that was read without a fault: "steps", "parameter.2.range" (from
// 1). Keys within a multi-line string may be found too; nobody asks for them.
func lineIndex(text []byte) map[string]int {
	index, counts := map[string]int{}, map[string]int{}
	table := ""
	for number, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "[["):
			name, _, _ := strings.Cut(line[2:], "]]")
			name = strings.TrimSpace(name)
			counts[name]++
			table = name + "." + strconv.Itoa(counts[name])
			index[table] = number + 1
		case strings.HasPrefix(line, "[") && !strings.Contains(line, ","):
			name, _, _ := strings.Cut(line[1:], "]")
			table = strings.TrimSpace(name)
			index[table] = number + 1
		default:
			key, _, ok := strings.Cut(line, "=")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			key = strings.Trim(strings.TrimSpace(key), `"'`)
			if table != "" {
				key = table + "." + key
			}
			if _, known := index[key]; !known {
				index[key] = number + 1
			}
		}
	}
	return index
}
