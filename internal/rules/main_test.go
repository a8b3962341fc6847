package rules

import (
	"fmt"
	"os"
	"testing"
)

func TestMain(m *testing.M) {
	err := os.Chdir("../..")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
