//go:build !js

package main

import (
	_ "embed"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed index.html
var index []byte

func main() {
	folder, err := os.MkdirTemp("", "page-")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	page, err := build(folder)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("http://%s\n", listener.Addr())
	log.Fatal(http.Serve(listener, page))
}

// build compiles the page's program into a folder, and returns what serves the page.
func build(folder string) (http.Handler, error) {
	wasm := filepath.Join(folder, "page.wasm")
	compile := exec.Command("go", "build", "-ldflags", "-s -w", "-o", wasm, ".")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := compile.CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	glue := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { w.Write(index) })
	mux.HandleFunc("GET /wasm_exec.js", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, glue) })
	mux.HandleFunc("GET /page.wasm", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, wasm) })
	return mux, nil
}
