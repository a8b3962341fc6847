// Command sandbox-nats carries the cells of a study to other machines and their rows back, through a NATS server:
// sandbox sweep serve and join start it. It is a module of its own, because its libraries would add 8 MB and ten
// modules to the program.
//
// It knows nothing of studies. Lines of JSON go through it: one that describes the study, then jobs with a "cell" one
// way, and replies with a "row" that has a "cell" the other way.
//
// The host answers requests, and the machines ask: what there is to do, for a part of the study, for jobs, whether a
// row is there. Each machine has subjects of its own, tumble.REQUEST.MACHINE, and the embedded server lets it publish
// to no others and read its own answers alone: no machine can speak for another one, or for the host.
package main

import (
	"bufio"
	"crypto/tls"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// beat is the interval at which a machine asks for jobs, and says which it holds.
	beat = time.Second
	// silence (beats) is the time after which a cell goes to another machine, whose own says nothing.
	silence = 3
	// mostRequest (bytes) bounds what a machine may send at once, and with it what waits here.
	mostRequest = 256 << 10
	// mostWaiting is the number of requests that may wait here. More are dropped, and asked again.
	mostWaiting = 128
	// chunk (bytes) is a part of the study.
	chunk = 128 << 10
	// mostJobs bounds the jobs of a machine, mostMachines the machines.
	mostJobs, mostMachines = 2048, 4096
)

// requests of a machine
const (
	askStudy = "study" // → studyAnswer
	askPart  = "part"  // offset → bytes
	askJobs  = "jobs"  // jobsRequest → jobsAnswer
	askRow   = "row"   // reply → nothing
)

func subject(request, machine string) string { return "tumble." + request + "." + machine }

// endSubject is where the host tells a machine that the study is over.
func endSubject(machine string) string { return subject("end", machine) }

func inbox(machine string) string { return "_INBOX." + machine }

// machineName is the random name that a machine draws for itself.
var machineName = regexp.MustCompile(`^[0-9a-f]{32}$`)

// studyAnswer describes the study.
type studyAnswer struct {
	Study string `json:"study"`
	Size  int    `json:"size"` // bytes of its line
}

// jobsRequest says which jobs a machine holds, and how many more it has room for.
type jobsRequest struct {
	Name string `json:"name"`
	Held []int  `json:"held"`
	Want int    `json:"want"`
}

// jobsAnswer gives a machine jobs. A machine that is refused gets the reason.
type jobsAnswer struct {
	Study   string            `json:"study"`
	Jobs    []json.RawMessage `json:"jobs"`
	Refused string            `json:"refused,omitempty"`
}

func main() {
	// Ctrl-C reaches both programs: this one goes on until the other closes its lines, and gives back what it holds
	signal.Ignore(os.Interrupt, syscall.SIGHUP)
	err := errors.New("usage: sandbox-nats serve|join ...: started by sandbox sweep serve and sandbox sweep join")
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "serve":
			err = serve(os.Args[2:], os.Stdin, os.Stdout)
		case "join":
			err = join(os.Args[2:], os.Stdin, os.Stdout)
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

// readToken reads the token in a file. A URL may hold credentials itself.
func readToken(path, at string) (string, error) {
	if u, err := url.Parse(at); path == "" && err == nil && u.User != nil {
		return "", nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("-token-file: %w", err)
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", fmt.Errorf("%s: holds no token", path)
	}
	return token, nil
}

// options are those of each connection: it comes back whenever the server does.
func options(token, user, secret string) []nats.Option {
	list := []nats.Option{nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond),
		nats.Timeout(5 * time.Second),
		// what is dropped is asked again
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})}
	if token != "" {
		list = append(list, nats.Token(token), nats.UserInfo(user, secret))
	}
	return list
}

// errOpen refuses a server that lets anybody in: whoever reaches it could end the study.
var errOpen = errors.New("this server lets anybody in: it must ask for a token")

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

// readLines sends the lines of a reader until its end. It reads on while the other program waits to be read itself.
func readLines(from io.Reader) <-chan []byte {
	lines := make(chan []byte, 2*mostJobs)
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
