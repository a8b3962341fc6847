package memory

import (
	"bytes"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// limits are the address space of the process (ulimit -v), and the memory of its control group and those around it.
func limits() []limit {
	var list []limit
	var address syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &address) == nil && address.Cur < math.MaxInt64/2 {
		if pages, ok := number("/proc/self/statm", ""); ok {
			list = append(list, limit{"ulimit -v", int64(address.Cur), pages * int64(os.Getpagesize()),
				reserveAddresses})
		}
	}
	return append(list, groupLimits("/sys/fs/cgroup", groupOf("/proc/self/cgroup"))...)
}

// groupOf is the path of the control group in the hierarchy of version 2, "/" where it is not known.
func groupOf(file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "/"
	}
	for _, line := range strings.Split(string(text), "\n") {
		if name, ok := strings.CutPrefix(line, "0::"); ok && path.IsAbs(name) {
			return path.Clean(name)
		}
	}
	return "/"
}

// groupLimits are the limits of a control group and of those around it.
func groupLimits(root, group string) []limit {
	var list []limit
	for {
		at := path.Join(root, group)
		most, ok := number(at+"/memory.max", "")
		used, known := number(at+"/memory.current", "")
		if ok && known {
			// pages of files are given back
			cached, _ := number(at+"/memory.stat", "inactive_file")
			list = append(list, limit{"the control group", most, used - cached, reserve})
		}
		if group == "/" || group == "." {
			return list
		}
		group = path.Dir(group)
	}
}

// number is the first number of a file of the system, or that after a word at the beginning of a line.
func number(file, word string) (int64, bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for _, line := range bytes.Split(text, []byte("\n")) {
		fields := strings.Fields(string(line))
		if word != "" && (len(fields) < 2 || fields[0] != word) {
			continue
		}
		if word != "" {
			fields = fields[1:]
		}
		if len(fields) == 0 {
			continue
		}
		n, err := strconv.ParseInt(fields[0], 10, 64)
		return n, err == nil
	}
	return 0, false
}
