package main

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// serve offers the jobs that come as lines to the machines that join, and writes their rows.
func serve(args []string, in io.Reader, out io.Writer) error {
	flags, tokenFile := newFlags("serve")
	listen := flags.String("listen", "127.0.0.1:4222", "address of the embedded server")
	elsewhere := flags.String("server", "", "URL of a server that runs elsewhere")
	certificate := flags.String("cert", "", "certificate of the embedded server")
	key := flags.String("key", "", "private key of the certificate")
	_ = flags.Parse(args)
	token, err := readToken(*tokenFile, *elsewhere)
	if err != nil {
		return err
	}
	var connection *nats.Conn
	at := *elsewhere
	if at != "" {
		connection, err = nats.Connect(at, options(token, hostUser, "")...)
		if err == nil && !connection.AuthRequired() {
			connection.Close()
			err = errOpen
		}
	} else {
		var own *embedded
		if own, err = embed(*listen, token, *certificate, *key); err != nil {
			return err
		}
		defer own.end()
		at = reachable(own.ClientURL())
		connection, err = nats.Connect("", append(options(token, hostUser, own.secret), nats.InProcessServer(own))...)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", at, err)
	}
	defer connection.Close()
	if err := run(connection, at, in, out); err != nil {
		return fmt.Errorf("%w; the same command goes on", err)
	}
	return nil
}

// reachable is the URL that other machines use for a server at all addresses of this one.
func reachable(at string) string {
	u, err := url.Parse(at)
	name, nameErr := os.Hostname()
	if ip := net.ParseIP(u.Hostname()); err != nil || nameErr != nil || ip == nil || !ip.IsUnspecified() {
		return at
	}
	u.Host = net.JoinHostPort(name, u.Port())
	return u.String()
}

// embedded is a server in this process.
type embedded struct {
	*server.Server
	token  string
	secret string // of the host's own connection
}

// hostUser is the name of the host's own connection; others have that of their machine.
const hostUser = "host"

// Check lets in who holds the token. A machine may ask on its own subjects, and read its own answers.
func (e *embedded) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	equal := func(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
	if e.token == "" || !equal(o.Token, e.token) {
		return false
	}
	if o.Username == hostUser {
		return equal(o.Password, e.secret)
	}
	if !machineName.MatchString(o.Username) {
		return false
	}
	c.RegisterUser(&server.User{Username: o.Username, Permissions: &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: []string{subject("*", o.Username)}},
		Subscribe: &server.SubjectPermission{Allow: []string{endSubject(o.Username), inbox(o.Username) + ".>"}},
	}})
	return true
}

// embed starts a server in this process.
func embed(listen, token, certificate, key string) (*embedded, error) {
	name, text, err := net.SplitHostPort(listen)
	port, numberErr := strconv.Atoi(text)
	if err != nil || numberErr != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("--listen %s: must be HOST:PORT", listen)
	}
	secured, err := loadTLS(certificate, key)
	if err != nil {
		return nil, err
	}
	if ip := net.ParseIP(name); secured == nil && name != "localhost" && (ip == nil || !ip.IsLoopback()) {
		say("without --cert and --key the token crosses the network in the clear")
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	own := &embedded{token: token, secret: rand.Text()}
	own.Server, err = server.NewServer(&server.Options{
		ServerName: "tumble", Host: name, Port: port, TLSConfig: secured, TLS: secured != nil, NoSigs: true,
		NoLog:                      true,
		CustomClientAuthentication: own, MaxPayload: mostRequest, MaxPending: 16 << 20, MaxConn: mostMachines,
		MaxSubs: 16,
	})
	if err != nil {
		return nil, err
	}
	go own.Start()
	if !own.ReadyForConnections(10 * time.Second) {
		own.Shutdown()
		return nil, fmt.Errorf("--listen %s: the address cannot be used", listen)
	}
	return own, nil
}

func (e *embedded) end() {
	e.Shutdown()
	e.WaitForShutdown()
}

// run offers jobs and writes rows until the lines end: the other program has all rows then, or wants no more.
func run(connection *nats.Conn, at string, in io.Reader, out io.Writer) error {
	lines := readLines(in)
	parcel, ok := <-lines
	var study struct{ Digest string }
	if !ok || json.Unmarshal(parcel, &study) != nil || study.Digest == "" {
		return errors.New("the first line must describe the study")
	}
	h := newHost(study.Digest, parcel, out)
	asked := make(chan *nats.Msg, mostWaiting)
	if _, err := connection.ChanSubscribe(subject("*", "*"), asked); err != nil {
		return err
	}
	defer h.eachMachine(func(name string) {
		_ = connection.Publish(endSubject(name), []byte(h.study))
	}, func() { _ = connection.FlushTimeout(2 * time.Second) })
	say("on another machine: sandbox sweep join %s", at)
	look := time.NewTicker(beat)
	defer look.Stop()
	for {
		select {
		case line, ok := <-lines:
			if !ok {
				return nil
			}
			if err := h.take(line); err != nil {
				return err
			}
		case m := <-asked:
			words := strings.Split(m.Subject, ".")
			if len(words) != 3 || !strings.HasPrefix(m.Reply, inbox(words[2])+".") {
				continue // the answer would go to another machine
			}
			answer, err := h.answer(words[1], words[2], m.Data)
			if err != nil {
				return err
			}
			if answer != nil {
				_ = m.Respond(answer)
			}
		case <-look.C:
			h.look()
		}
	}
}
