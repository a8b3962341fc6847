package debug

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Folder returns where programs of this user announce themselves: tumble/attach in os.UserCacheDir.
func Folder() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("physics/debug: no folder for announcements: %w", err)
	}
	return filepath.Join(cache, "tumble", "attach"), nil
}

// folderOf makes the folder of an announcement, and refuses one that others can enter.
func folderOf(folder string) (string, error) {
	if folder == "" {
		usual, err := Folder()
		if err != nil {
			return "", err
		}
		folder = usual
	}
	err := os.MkdirAll(folder, 0o700)
	if err != nil {
		return "", err
	}
	return folder, CheckMode(folder, true)
}

// CheckMode refuses a folder or file of announcements that is not what its name says, or that other users can open.
// Windows keeps folders of a user apart without modes.
func CheckMode(path string, folder bool) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case folder && !info.IsDir() || !folder && !info.Mode().IsRegular():
		return fmt.Errorf("physics/debug: %s is %v", path, info.Mode().Type())
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("physics/debug: other users can open %s: its mode is %04o", path, info.Mode().Perm())
	}
	return nil
}

// newSecret returns 32 random bytes in hexadecimal digits.
func newSecret() string {
	var b [32]byte
	// never fails
	_, _ = rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// announce writes an announcement whole, and returns its file.
func announce(folder string, a *Announcement) (string, error) {
	data, err := json.Marshal(a)
	if err != nil {
		return "", err
	}
	// of mode 0600
	temp, err := os.CreateTemp(folder, fmt.Sprintf("%d-*.tmp", a.PID))
	if err != nil {
		return "", err
	}
	name := temp.Name()[:len(temp.Name())-len(".tmp")] + ".json"
	_, err = temp.Write(data)
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(temp.Name()))
	}
	return name, nil
}
