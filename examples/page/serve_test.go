//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
)

// The page and its program are built and served. The program is the engine alone: 2.5 MB compressed at
// most.
func TestPage(t *testing.T) {
	page, err := build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(page)
	defer server.Close()
	files := map[string]string{"/": "<!doctype html>", "/wasm_exec.js": "//", "/page.wasm": "\x00asm"}
	for path, begins := range files {
		reply, err := http.Get(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(reply.Body)
		reply.Body.Close()
		if err != nil || reply.StatusCode != http.StatusOK || !bytes.HasPrefix(data, []byte(begins)) {
			t.Errorf("%s: %d, %d bytes: %v", path, reply.StatusCode, len(data), err)
		}
		if path != "/page.wasm" {
			continue
		}
		var small bytes.Buffer
		w, _ := gzip.NewWriterLevel(&small, gzip.BestCompression)
		w.Write(data)
		w.Close()
		t.Logf("%d kB, %d kB compressed", len(data)/1000, small.Len()/1000)
		if small.Len() > 2_500_000 {
			t.Errorf("the program has %d bytes compressed", small.Len())
		}
	}
}

// The pile comes to rest on the floor, at any rate of pictures, and crates that are dropped land on it.
func TestWorld(t *testing.T) {
	for _, pictures := range []int64{24, 60, 144} {
		w, err := newWorld()
		if err != nil {
			t.Fatal(err)
		}
		low := float32(math.Inf(1))
		for n := range 8 * pictures {
			if n == 3*pictures {
				err := w.drop(5, 3)
				if err != nil {
					t.Fatal(err)
				}
			}
			low = float32(math.Inf(1))
			drawn := 0
			err := w.frame(n*1e9/pictures, func(_, y, _ float32) { low, drawn = min(low, y), drawn+1 })
			if err != nil || drawn != len(w.crates) {
				t.Fatalf("%d of %d crates: %v", drawn, len(w.crates), err)
			}
		}
		if len(w.crates) != 11 || math.Abs(float64(low-1)) > 0.01 {
			t.Errorf("%d pictures a second: %d crates, the lowest at %g m", pictures, len(w.crates), low)
		}
	}
}
