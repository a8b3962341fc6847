package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// ServeFolder serves the files of a folder at a loopback address until the context ends. Nobody from another machine
// gets in: the address must be loopback, and so must the name under which a browser asks.
func ServeFolder(ctx context.Context, address, folder string, out io.Writer) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return err
	}
	if !isLoopback(host) {
		return fmt.Errorf("%s: must be a loopback address such as 127.0.0.1:8080", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           localOnly(fresh(http.FileServer(http.Dir(folder)))),
		ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute,
	}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	fmt.Fprintf(out, "http://%s/\n", listener.Addr())
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// fresh has browsers ask each time whether a file is still the one that they keep.
func fresh(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		next.ServeHTTP(w, r)
	})
}
