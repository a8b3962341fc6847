//go:build unix

package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestLoopbackHasTheTokenOfTheUser: without a file, an address of this machine has the token of the user, the same each
// time, which nobody else may read; a file that is named serves every address.
func TestLoopbackHasTheTokenOfTheUser(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	var user []byte
	for _, address := range []string{
		"127.0.0.1:7770", "127.0.0.1:0", "127.1.2.3:0", "localhost:0", "[::1]:0", "[::ffff:127.0.0.1]:0",
	} {
		token, err := Token("", address)
		if err != nil {
			t.Fatal(err)
		}
		if user == nil {
			user = token
		}
		if len(token) < leastToken || !bytes.Equal(token, user) {
			t.Errorf("%s: %q, want %q", address, token, user)
		}
	}
	file, err := TokenFile("", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("%s: %v %v", file, info.Mode(), err)
	}
	secret := []byte("a secret of both players")
	file = filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, append(secret, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"0.0.0.0:0", "[::]:0", "other.example:7000", "127.0.0.1:0"} {
		if token, err := Token(file, address); err != nil || !bytes.Equal(token, secret) {
			t.Errorf("%s: %q, %v", address, token, err)
		}
	}
}
