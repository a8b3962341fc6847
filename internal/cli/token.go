package cli

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"tumble/engine/inputfile"
	"tumble/internal/app/userfile"
)

// TokenUsage describes the flag --token-file.
const TokenUsage = "file with the token of both sides; needed beyond this machine (default: that of this user)"

// mostToken (bytes) bounds a file with a token.
const mostToken = 4096

// Token is the secret that both sides of an address hold: the text of a file, or on this machine that of the user,
// which other users cannot read.
func Token(file, address string) ([]byte, error) {
	file, err := TokenFile(file, address)
	if err != nil {
		return nil, err
	}
	text, err := inputfile.Read(file, mostToken)
	if err != nil {
		return nil, Exit(ExitInput, "--token-file: %w", err)
	}
	if text = bytes.TrimSpace(text); len(text) < leastToken {
		return nil, Exit(ExitInput, "--token-file %s: a token of %d characters: must have at least %d", file, len(text),
			leastToken)
	}
	return text, nil
}

// leastToken (characters): who listens on the way can try tokens at leisure.
const leastToken = 16

// TokenFile is the file with the token for an address HOST:PORT.
func TokenFile(file, address string) (string, error) {
	if file != "" {
		return file, nil
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return "", Exit(ExitUsage, "%s: must be HOST:PORT", address)
	}
	if !isLoopback(host) {
		return "", Exit(ExitUsage, "%s: other machines reach this address; --token-file is needed", address)
	}
	file, err = userToken()
	if err != nil {
		return "", Exit(ExitOutput, "the token of this user, as --token-file is not given: %w", err)
	}
	return file, nil
}

// userToken makes the token of this user on first use. Two programs that begin at once have the same: the first link
// counts.
func userToken() (string, error) {
	folder := userfile.State()
	if folder == "" {
		return "", errors.New("this user has no folder")
	}
	path := filepath.Join(folder, "token")
	_, err := os.Stat(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return path, err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	draft, err := os.CreateTemp(folder, ".token-")
	if err != nil {
		return "", err
	}
	defer os.Remove(draft.Name())
	_, err = fmt.Fprintln(draft, rand.Text())
	if err = errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", err
	}
	if err := os.Link(draft.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		return "", err
	}
	return path, nil
}
