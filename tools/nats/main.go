// Command sandbox-nats carries the cells of a study to other machines and their rows back, through a NATS server with
// JetStream: sandbox sweep serve and join start it. It is a module of its own, because its libraries would add 8 MB and ten
// modules to the program.
//
// It knows nothing of studies. Lines of JSON go through it: one that describes the study, then jobs with a "cell" one way,
// and replies with a "row" that has a "cell" the other way.
package main

import (
	"bufio"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

// silence is the time (s) after which a cell goes to another machine, whose own says nothing: three times the interval at
// which a machine says that it still simulates.
const silence = 3 * time.Second

// helloSubject is where machines ask what there is to do.
const helloSubject = "tumble.hello"

// hello answers a machine that joins.
type hello struct {
	// Name is that of the study in subjects and streams.
	Name string `json:"name"`
}

// names are those of a study on the server.
type names struct{ jobs, rows, files, joined, over string }

func namesOf(study string) names {
	return names{"tumble-jobs-" + study, "tumble-rows-" + study, "tumble-files-" + study, "tumble." + study + ".joined", "tumble." + study + ".over"}
}

func (n names) jobSubject() string { return strings.ReplaceAll(n.jobs, "-", ".") }
func (n names) rowSubject() string { return strings.ReplaceAll(n.rows, "-", ".") }

// workersName and keeperName are those of the consumers of jobs and rows.
const (
	workersName = "workers"
	keeperName  = "keeper"
	parcelName  = "parcel"
)

func main() {
	// Ctrl-C reaches both programs: this one goes on until the other closes its lines, and gives back what it holds
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	err := errors.New("usage: sandbox-nats serve|join ...: started by sandbox sweep serve and sandbox sweep join")
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "serve":
			err = serve(os.Args[2:])
		case "join":
			err = join(os.Args[2:])
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sandbox-nats:", err)
		os.Exit(1)
	}
}

// newFlags are the flags of a command.
func newFlags(name string) (flags *flag.FlagSet, token *string) {
	flags = flag.NewFlagSet(name, flag.ExitOnError)
	return flags, flags.String("token-file", "", "file with the token of the server")
}

// readToken reads the token in a file, if there is one.
func readToken(path string) (string, error) {
	if path == "" {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("%s: holds no token", path)
	}
	return token, nil
}

// isLoopback reports whether only this machine reaches an address.
func isLoopback(host string) bool {
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// options are those of each connection: it comes back whenever the server does.
func options(token string) []nats.Option {
	list := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(5 * time.Second)}
	if token != "" {
		list = append(list, nats.Token(token))
	}
	return list
}

// loadTLS loads the certificate of a server.
func loadTLS(certificate, key string) (*tls.Config, error) {
	if certificate == "" && key == "" {
		return nil, nil
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}, nil
}

// mostLine bounds a line: a study with its files.
const mostLine = 128 << 20

// readLines sends the lines of a reader until its end.
func readLines(from io.Reader) <-chan []byte {
	lines := make(chan []byte)
	go func() {
		defer close(lines)
		scan := bufio.NewScanner(from)
		scan.Buffer(make([]byte, 64<<10), mostLine)
		for scan.Scan() {
			lines <- append([]byte(nil), scan.Bytes()...)
		}
	}()
	return lines
}

// say tells the user something.
func say(format string, args ...any) { fmt.Fprintf(os.Stderr, "sandbox-nats: "+format+"\n", args...) }
