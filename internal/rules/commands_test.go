package rules

import (
	"bytes"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Exit codes that say something of the machine, not of the command: there is no OpenGL, and a driver that does not
// return in time, as software drawing on a busy machine does.
const (
	noDisplay  = 69
	driverHung = 71
)

// endsWith finds the exit code in a comment after a command.
var endsWith = regexp.MustCompile(`#.*\bends with (\d+)`)

// TestCommands executes every command of the fenced sh blocks of the docs and the README, and holds the exit code that
// it has by its comment. A window leaves after three frames, or where its script ends, and knows no settings of others.
// Blocks that name a file are written there first. A picture of the docs must have the size of the one that its command
// draws.
func TestCommands(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "bin", "sandbox")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/sandbox").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	t.Setenv("PATH", filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
	// where programs beside a clone find it
	here, err := filepath.Abs(".")
	if err == nil {
		err = os.Symlink(here, filepath.Join(dir, "tumble"))
	}
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn, windows := true, os.Getenv("DISPLAY") != ""
	for _, page := range append(pages, "README.md") {
		work := filepath.Join(dir, filepath.Base(page))
		if err := os.MkdirAll(work, 0o755); err != nil {
			t.Fatal(err)
		}
		writeFiles(t, page, work)
		for _, command := range commandsOf(t, page) {
			if strings.HasPrefix(command, "sandbox run") {
				if !windows {
					continue
				}
				if command, _, _ = strings.Cut(command, " #"); !strings.Contains(command, " --script ") {
					command += " --frames 3 --vsync off"
				}
				// a window that fails leaves what it has at home
				command = `HOME="$PWD" ` + command
			}
			wanted := 0
			if m := endsWith.FindStringSubmatch(command); m != nil {
				wanted, _ = strconv.Atoi(m[1])
			}
			code, said := execute(t, work, command)
			switch {
			case code == noDisplay:
				drawn = false
			case code == driverHung:
				t.Logf("%s: %s: %s", page, command, said)
			case code != wanted:
				t.Errorf("%s: %s ends with %d: %s", page, command, code, said)
			}
		}
		if drawn {
			samePictures(t, page, work, "pictures|plots")
		}
		name := strings.TrimSuffix(filepath.Base(page), ".md")
		if windows && slices.Contains(windowPages, name) {
			// other pages may show them, too
			samePictures(t, page, work, name)
		}
	}
	if !drawn || !windows {
		t.Logf("pictures were drawn: %v; windows were opened: %v", drawn, windows)
	}
}

// windowPages are the pages whose commands draw windows, into folders of their names.
var windowPages = []string{"profiling", "sweeps", "time-travel", "tuning", "window"}

// commandsOf returns the lines of the fenced sh blocks of a page. A line that ends with a backslash goes on.
func commandsOf(t *testing.T, page string) []string {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	for _, block := range regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllSubmatch(text, -1) {
		joined := strings.ReplaceAll(string(block[1]), "\\\n", " ")
		for line := range strings.Lines(joined) {
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
				commands = append(commands, line)
			}
		}
	}
	return commands
}

// writeFiles writes the fenced blocks of a page that name a file after their language into the folder.
func writeFiles(t *testing.T, page, dir string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, block := range regexp.MustCompile("(?ms)^```\\w+ (\\S+)\n(.*?)^```").FindAllSubmatch(text, -1) {
		if err := os.WriteFile(filepath.Join(dir, string(block[1])), block[2], 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// execute runs a command in a folder and returns its exit code and all that it printed.
func execute(t *testing.T, dir, command string) (int, []byte) {
	cmd := exec.CommandContext(t.Context(), "sh", "-c", command)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatalf("%s: %v", command, err)
	}
	return cmd.ProcessState.ExitCode(), out
}

// elsewhere are the pictures of docs/plots that the tests make elsewhere, or a browser.
var elsewhere = map[string]string{
	"plots/breaking.svg": "sandbox lab --find-breaking-step takes a minute: TestBreakingStepsOfTheDocs",
	"plots/sweep.png":    "a page in a browser: tools/browser",
}

// samePictures holds that every picture on a page that lies in one of the folders of docs was drawn by a command of the
// page.
func samePictures(t *testing.T, page, work, folders string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`!\[[^\]]*\]\(((?:`+folders+`)/[^)]+)\)`).FindAllSubmatch(text, -1) {
		name := string(m[1])
		if elsewhere[name] != "" {
			continue
		}
		kept, drawn := filepath.Join("docs", name), filepath.Join(work, name)
		if filepath.Ext(name) == ".svg" {
			if want, got := head(t, kept), head(t, drawn); want != got {
				t.Errorf("%s: %s begins with %q, its command draws %q", page, name, want, got)
			}
			continue
		}
		if want, got := pictureSize(t, kept), pictureSize(t, drawn); want != got {
			t.Errorf("%s: %s is %v pixels, its command draws %v", page, name, want, got)
		}
	}
}

// head is the beginning of an SVG up to its first shape: the size and the font.
func head(t *testing.T, name string) string {
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	before, _, _ := strings.Cut(string(content), "<rect")
	return before
}

// pictureSize is the width and height of a PNG.
func pictureSize(t *testing.T, name string) [2]int {
	content, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
		return [2]int{}
	}
	config, err := png.DecodeConfig(bytes.NewReader(content))
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
	return [2]int{config.Width, config.Height}
}
