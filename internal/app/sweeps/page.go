package sweeps

import (
	"os/exec"
	"runtime"
)

// OpenPage shows a file in the browser of the system. It does not wait for the browser; the error says that no browser
// started.
func OpenPage(path string) error {
	command := []string{"xdg-open", path}
	switch runtime.GOOS {
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler", path}
	case "darwin":
		command = []string{"open", path}
	}
	cmd := exec.Command(command[0], command[1:]...)
	if err := cmd.Start(); err != nil {
		return err
	}
	go func() { _ = cmd.Wait() }()
	return nil
}
