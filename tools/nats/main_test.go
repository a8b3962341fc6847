package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// study has cells that take unequal time.
const study = `scene = "pyramid36"
steps = %d
[[parameter]]
key = "material.friction"
range = [0.1, 1.0]
[[parameter]]
key = "substeps"
range = [1, 8]
[[metric]]
meter = "penetration.max"
[design]
kind = "latin"
cells = %d
`

// bench is a folder with both programs, and a study that was simulated without a server.
type bench struct {
	t   *testing.T
	dir string
}

// TestMain gives the user of the tests a token of its own.
func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "tumble-nats-")
	if err == nil {
		err = os.Setenv("XDG_STATE_HOME", folder)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// newBench builds the programs and simulates the study.
func newBench(t *testing.T, steps, cells int) *bench {
	t.Helper()
	b := &bench{t, t.TempDir()}
	b.build("sandbox", "../..", "./cmd/sandbox")
	b.build("sandbox-nats", ".", ".")
	if err := os.WriteFile(b.path("study.toml"), fmt.Appendf(nil, study, steps, cells), 0o666); err != nil {
		t.Fatal(err)
	}
	b.run("sweep", "study.toml", "--out", "alone")
	return b
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

func (b *bench) build(name, dir, what string, flags ...string) {
	b.t.Helper()
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-o", b.path(name)}, flags...)
	build := exec.Command("go", append(args, what)...)
	build.Dir = dir
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.t.Fatalf("%v: %s", err, out)
	}
}

// program is a command that runs in a process group of its own.
type program struct {
	*exec.Cmd
	lock sync.Mutex
	text bytes.Buffer
}

func (p *program) Write(text []byte) (int, error) {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.text.Write(text)
}

func (p *program) said() string {
	p.lock.Lock()
	defer p.lock.Unlock()
	return p.text.String()
}

// group sends a signal to the program and all that it started.
func (p *program) group(s syscall.Signal) { _ = syscall.Kill(-p.Process.Pid, s) }

// start starts the sandbox.
func (b *bench) start(args ...string) *program {
	b.t.Helper()
	p := &program{Cmd: exec.Command(b.path("sandbox"), args...)}
	p.Dir, p.Stdout, p.Stderr = b.dir, p, p
	p.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	// a child that was stopped keeps the pipes
	p.WaitDelay = time.Second
	if err := p.Start(); err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { p.group(syscall.SIGKILL) })
	return p
}

// run runs the sandbox and wants it to succeed.
func (b *bench) run(args ...string) {
	b.t.Helper()
	b.ends(b.start(args...), 0)
}

// ends waits for the end of a program.
func (b *bench) ends(p *program, code int) {
	b.t.Helper()
	err := p.Wait()
	var exit *exec.ExitError
	switch {
	case err == nil && code == 0:
	case errors.As(err, &exit) && exit.ExitCode() == code:
	default:
		b.t.Fatalf("%s: %v, want code %d\n%s", strings.Join(p.Args[1:], " "), err, code, p.said())
	}
}

// until waits for a condition.
func (b *bench) until(what string, holds func() bool) {
	b.t.Helper()
	for range 6000 {
		if holds() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("%s: not within a minute", what)
}

var address = regexp.MustCompile(`sandbox sweep join (\S+)`)

// serve starts a server and returns where it is.
func (b *bench) serve(args ...string) (*program, string) {
	b.t.Helper()
	p := b.start(append([]string{"sweep", "serve", "study.toml", "--out", "served"}, args...)...)
	b.until("the server tells its address", func() bool { return address.MatchString(p.said()) })
	return p, address.FindStringSubmatch(p.said())[1]
}

// rows counts the rows that are written.
func (b *bench) rows() int {
	text, _ := os.ReadFile(b.path("served/cells.jsonl"))
	return bytes.Count(text, []byte("\n"))
}

// same compares the tables with those of the study without a server, and wants each cell in the log once.
func (b *bench) same(cells int) {
	b.t.Helper()
	for _, name := range []string{"results.csv", "results.jsonl"} {
		want, err := os.ReadFile(b.path("alone/" + name))
		if err != nil {
			b.t.Fatal(err)
		}
		if got, err := os.ReadFile(b.path("served/" + name)); err != nil || !bytes.Equal(got, want) {
			b.t.Errorf("%s differs (%v)", name, err)
		}
	}
	if n := b.rows(); n != cells {
		b.t.Errorf("%d rows in the log of %d cells", n, cells)
	}
}

// TestServe has three machines, one of which is killed and one stopped for longer than the server waits.
func TestServe(t *testing.T) {
	steps, cells, silent := 300, 150, 4*time.Second
	if os.Getenv("TUMBLE_SOAK") != "" {
		steps, cells, silent = 4000, 1000, time.Minute
	}
	b := newBench(t, steps, cells)
	host, at := b.serve("--listen", "127.0.0.1:0")
	var machines []*program
	for range 3 {
		machines = append(machines, b.start("sweep", "join", at, "--workers", "1", "--wait", "10s"))
	}
	for _, m := range machines {
		b.until("a machine joins",
			func() bool { return strings.Contains(host.said(), fmt.Sprintf("(%d) joined", childOf(m.Process.Pid))) })
	}
	b.until("rows come", func() bool { return b.rows() >= 10 })
	machines[0].group(syscall.SIGKILL)
	machines[1].group(syscall.SIGSTOP)
	before := b.rows()
	time.Sleep(silent)
	if b.rows() == before {
		t.Error("no row came while one machine was killed and one stopped")
	}
	machines[1].group(syscall.SIGCONT)
	b.ends(host, 0)
	b.ends(machines[2], 0)
	b.same(cells)
}

// childOf is the first child of a process, which says its number when it joins.
func childOf(pid int) int {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	child := 0
	_, _ = fmt.Sscan(string(text), &child)
	return child
}

// TestServeGoesOn kills the server twice. The machine that has joined goes on with the next one.
func TestServeGoesOn(t *testing.T) {
	const cells = 120
	b := newBench(t, 300, cells)
	host, at := b.serve("--listen", "127.0.0.1:0")
	machine := b.start("sweep", "join", at, "--workers", "2")
	port := at[strings.LastIndex(at, ":")+1:]
	for range 2 {
		rows := b.rows()
		b.until("rows come", func() bool { return b.rows() > rows+10 })
		host.group(syscall.SIGKILL)
		_ = host.Wait()
		host, _ = b.serve("--listen", "127.0.0.1:"+port)
	}
	b.ends(host, 0)
	b.ends(machine, 0)
	b.same(cells)
}

// TestServerElsewhere uses a server that was there before, with a token.
func TestServerElsewhere(t *testing.T) {
	const cells = 20
	b := newBench(t, 30, cells)
	own, err := server.NewServer(&server.Options{
		Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: "secret", NoSigs: true, NoLog: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	go own.Start()
	defer own.Shutdown()
	if !own.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not start")
	}
	for name, text := range map[string]string{"token": "secret\n", "wrong": "other\n", "empty": "\n"} {
		if err := os.WriteFile(b.path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host, at := b.serve("--server", own.ClientURL(), "--token-file", "token")
	for _, name := range []string{"wrong", "empty"} {
		stranger := b.start("sweep", "join", at, "--token-file", name, "--wait", "1s")
		b.ends(stranger, 1)
	}
	b.run("sweep", "join", at, "--token-file", "token")
	b.ends(host, 0)
	b.same(cells)
	for _, name := range []string{"results.csv", "results.jsonl", "cells.jsonl"} {
		if err := os.Remove(b.path("served/" + name)); err != nil {
			t.Fatal(err)
		}
	}
	// nothing of it is left on the server: the same study can be served again
	host, at = b.serve("--server", own.ClientURL(), "--token-file", "token")
	b.run("sweep", "join", at, "--token-file", "token")
	b.ends(host, 0)
	b.same(cells)
}

// TestRefusals asks for servers that anybody could use, and joins with another version.
func TestRefusals(t *testing.T) {
	b := newBench(t, 30, 5)
	if err := os.WriteFile(b.path("secret"), []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"serve", "study.toml", "--listen", "0.0.0.0:0"}, 64, "--token-file is needed"},
		{[]string{"serve", "study.toml", "--listen", "somewhere"}, 64, "somewhere: must be HOST:PORT"},
		{[]string{"serve", "study.toml", "--server", "nats://192.0.2.1:4222"}, 64, "--token-file is needed"},
		{[]string{"serve", "study.toml", "--server", b.openServer(), "--token-file", "secret"}, 1, "lets anybody in"},
		{[]string{"join", "nats://192.0.2.1:4222"}, 64, "--token-file is needed"},
		{[]string{"join", "nowhere"}, 64, "is no URL of a server"},
		{[]string{"join", "nats://127.0.0.1:1", "--wait", "1s"}, 1, "no study in 1s"},
	} {
		p := b.start(append([]string{"sweep"}, c.args...)...)
		b.ends(p, c.code)
		if !strings.Contains(p.said(), c.says) {
			t.Errorf("%v: says %q, want %q", c.args, p.said(), c.says)
		}
	}
	_, at := b.serve("--listen", "127.0.0.1:0")
	b.build("sandbox", "../..", "./cmd/sandbox", "-ldflags", "-X main.stampedVersion=v9.9.9")
	other := b.start("sweep", "join", at)
	b.ends(other, 65)
	if !strings.Contains(other.said(), "this is v9.9.9") {
		t.Errorf("another version joins: %q", other.said())
	}
}

// openServer is the URL of a server that lets anybody in.
func (b *bench) openServer() string {
	b.t.Helper()
	own, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true,
		NoLog: true})
	if err != nil {
		b.t.Fatal(err)
	}
	go own.Start()
	b.t.Cleanup(own.Shutdown)
	if !own.ReadyForConnections(time.Minute) {
		b.t.Fatal("the server does not start")
	}
	return own.ClientURL()
}

// TestTLS serves with a certificate: who trusts it joins, who does not is refused.
func TestTLS(t *testing.T) {
	const cells = 10
	b := newBench(t, 30, cells)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	plan := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Unix(1<<33, 0), IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	made, err := x509.CreateCertificate(rand.Reader, plan, plan, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{"tls.crt": {Type: "CERTIFICATE", Bytes: made},
		"tls.key": {Type: "PRIVATE KEY", Bytes: secret}} {
		if err := os.WriteFile(b.path(name), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	host, at := b.serve("--listen", "127.0.0.1:0", "--cert", "tls.crt", "--key", "tls.key")
	if !strings.HasPrefix(at, "tls://") {
		t.Errorf("served at %s", at)
	}
	stranger := b.start("sweep", "join", at, "--wait", "1s")
	b.ends(stranger, 1)
	if !strings.Contains(stranger.said(), "certificate") {
		t.Errorf("a machine that does not trust the certificate: %q", stranger.said())
	}
	t.Setenv("SSL_CERT_FILE", b.path("tls.crt"))
	b.run("sweep", "join", at)
	b.ends(host, 0)
	b.same(cells)
}

// TestServerAnew starts a server anew while a study runs on it: host and machine wait for it and go on.
func TestServerAnew(t *testing.T) {
	const cells = 100
	b := newBench(t, 300, cells)
	options := server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: "secret", NoSigs: true,
		NoLog: true}
	if err := os.WriteFile(b.path("secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	begin := func() *server.Server {
		t.Helper()
		own, err := server.NewServer(&options)
		if err != nil {
			t.Fatal(err)
		}
		go own.Start()
		if !own.ReadyForConnections(time.Minute) {
			t.Fatal("the server does not start")
		}
		return own
	}
	own := begin()
	host, at := b.serve("--server", own.ClientURL(), "--token-file", "secret")
	machine := b.start("sweep", "join", at, "--token-file", "secret", "--workers", "1")
	b.until("rows come", func() bool { return b.rows() > 5 })
	options.Port = own.Addr().(*net.TCPAddr).Port
	own.Shutdown()
	own.WaitForShutdown()
	own = begin()
	defer own.Shutdown()
	b.ends(host, 0)
	b.ends(machine, 0)
	b.same(cells)
}
