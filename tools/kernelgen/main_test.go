package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestOutputIsCommitted: go generate gives what is in the repository, byte for byte.
func TestOutputIsCommitted(t *testing.T) {
	dir := t.TempDir()
	if err := generate(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"vector_amd64.s", "vector_arm64.s", "vector_layout.go",
		"vector_joint_amd64.s", "vector_joint_arm64.s", "vector_joint_layout.go",
		"vector_spin_amd64.s", "vector_spin_arm64.s", "vector_spin_layout.go"} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("../../physics/internal/solve/kernel", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator writes: run go generate in physics/internal/solve/kernel", name)
		}
	}
}
