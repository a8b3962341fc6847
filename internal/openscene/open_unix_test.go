//go:build unix

package openscene

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestOutsideFiles holds that a scene reads no file outside of its folder, whatever it says.
func TestOutsideFiles(t *testing.T) {
	top := t.TempDir()
	secret := filepath.Join(top, "secret.bin")
	if err := os.WriteFile(secret, make([]byte, 64), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(top, "scene")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../secret.bin", filepath.Join(folder, "link.bin")); err != nil {
		t.Skip("no links here")
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.bin"), 0o644); err != nil {
		t.Skip("no pipes here")
	}
	if err := os.WriteFile(filepath.Join(folder, "own.bin"), make([]byte, 64), 0o644); err != nil {
		t.Fatal(err)
	}
	for uri, fine := range map[string]bool{
		"own.bin": true, "./own.bin": true, "../secret.bin": false, "link.bin": false, "pipe.bin": false,
		"%2e%2e/secret.bin":        false,
		"http://127.0.0.1:9/x.bin": false, "file://" + secret: false, secret: false, ".": false,
	} {
		text := `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
"accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}],"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"` + uri + `"}]}`
		path := filepath.Join(folder, "scene.gltf")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := Read(path)
		if f == nil {
			t.Fatal(err)
		}
		if got := err == nil; got != fine {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

// TestPipes holds that a scene that is no regular file is refused at once, under its name and a link.
func TestPipes(t *testing.T) {
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe.gltf")
	if err := syscall.Mkfifo(pipe, 0o644); err != nil {
		t.Skip("no pipes here")
	}
	zero := filepath.Join(folder, "zero.urdf")
	if err := os.Symlink("/dev/zero", zero); err != nil {
		t.Skip("no links here")
	}
	for _, path := range []string{pipe, zero, folder + "/."} {
		done := make(chan error, 1)
		go func() {
			_, err := Read(path)
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s was read", path)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%s: still waiting", path)
		}
	}
}
