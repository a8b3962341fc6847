package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/pprof"
	"time"
)

// ServePprof serves the profiles of the running program at a loopback address, below a key that is drawn for this run:
// other users of the machine do not know it. Nothing else is served, and nobody from another machine gets in: the
// address must be loopback, and so must the name under which a browser asks, or a web page could be made to read
// profiles.
func ServePprof(address string, out io.Writer) (stop func(), err error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("--pprof %s: %w", address, err)
	}
	if !isLoopback(host) {
		return nil, fmt.Errorf("--pprof %s: must be a loopback address such as 127.0.0.1:6060", address)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("--pprof: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	key := "/" + rand.Text()
	server := &http.Server{Handler: localOnly(http.StripPrefix(key, mux)), ReadHeaderTimeout: 5 * time.Second,
		IdleTimeout: time.Minute}
	go func() {
		if err := server.Serve(listener); err != nil && !errors.Is(err, http.ErrServerClosed) {
			fmt.Fprintf(out, "sandbox: pprof: %v\n", err)
		}
	}()
	fmt.Fprintf(out, "profiles at http://%s%s/debug/pprof/\n", listener.Addr(), key)
	return func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if server.Shutdown(ctx) != nil {
			server.Close()
		}
	}, nil
}

// isLoopback reports whether a host name or address means this machine only.
func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// localOnly refuses requests under any name but a loopback one.
func localOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if !isLoopback(host) {
			http.Error(w, "only loopback", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
