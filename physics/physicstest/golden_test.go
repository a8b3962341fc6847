package physicstest

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"tumble/physics"
)

// update carries out a fake test that writes golden files.
func update(t *testing.T, name string, do func(f *fake)) *fake {
	t.Helper()
	t.Setenv("TUMBLE_UPDATE", "1")
	f := carryOut(t, name, do)
	t.Setenv("TUMBLE_UPDATE", "")
	return f
}

// A hash that was written is found again; a world that went another way, and a name without a hash, break it.
func TestGolden(t *testing.T) {
	recordingsIn(t)
	path := filepath.Join(t.TempDir(), "testdata", "hashes.txt")
	pile := func(f *fake, rate, height float32, names ...string) {
		w, _ := falling(f, 1, height)
		for i, name := range names {
			Run(f, w, 20*(i+1), 1/rate)
			Golden(f, w, path, name)
		}
	}
	carryOut(t, "TestNone", func(f *fake) { pile(f, 60, 1, "a") }).says(t, "no file",
		"golden hash a: .*hashes.txt.*TUMBLE_UPDATE=1")
	update(t, "TestWrite", func(f *fake) { pile(f, 60, 1, "late", "early") }).quiet(t, "writing")
	update(t, "TestWrite", func(f *fake) { pile(f, 30, 1, "slow") }).quiet(t, "writing")
	before, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(before), "early ") || strings.Count(string(before), "\n") != 3 {
		t.Fatalf("%v, the file is\n%s", err, before)
	}
	carryOut(t, "TestSame", func(f *fake) { pile(f, 60, 1, "late", "early") }).quiet(t, "the same")
	carryOut(t, "TestSame", func(f *fake) { pile(f, 30, 1, "slow") }).quiet(t, "the same")
	for _, height := range []float32{0.9, 1.0001, 2} {
		carryOut(t, "TestOther", func(f *fake) { pile(f, 60, height, "late", "early") }).says(t, height,
			`^step 20: the hash late is [0-9a-f]{16}, that in .*hashes.txt is [0-9a-f]{16}.*\nstep 60: the hash early`)
	}
	carryOut(t, "TestNew", func(f *fake) { pile(f, 60, 1, "new") }).says(t, "new",
		"^step 20: .* has no golden hash new; the hash is")
	for _, name := range []string{"", "two words", " a", "a\n"} {
		carryOut(t, "TestName", func(f *fake) { pile(f, 60, 1, name) }).says(t, name, "is no name for a hash")
	}
	for _, text := range []string{"late", "late 1 2", "late xyz"} {
		err = os.WriteFile(path, []byte("\nearly 1\n"+text), 0o644)
		if err != nil {
			t.Fatal(err)
		}
		carryOut(t, "TestBroken", func(f *fake) { pile(f, 60, 1, "late") }).says(t, text, `hashes.txt:3: `)
		update(t, "TestBroken", func(f *fake) { pile(f, 60, 1, "late") }).says(t, text, `hashes.txt:3: `)
	}
}

// Tests at once write the lines of one file.
func TestGoldenAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "hashes.txt")
	t.Setenv("TUMBLE_UPDATE", "1")
	var all sync.WaitGroup
	for i := range 16 {
		w, _ := falling(t, 1, float32(i))
		all.Go(func() {
			carryOut(t, "TestWrite", func(f *fake) { Golden(f, w, path, fmt.Sprintf("height%d", i)) }).quiet(t, i)
		})
	}
	all.Wait()
	lines, err := readHashes(path)
	if err != nil || len(lines) != 16 || files(t, filepath.Dir(path)) != 1 {
		t.Errorf("%v, %d lines", err, len(lines))
	}
}

// A run that differs from the golden recording names the first step that does, tells the program from the engine, and
// leaves its recording at that step.
func TestGoldenRecording(t *testing.T) {
	folder := recordingsIn(t)
	path := filepath.Join(t.TempDir(), "testdata", "pile.tumble")
	run := func(f *fake, steps, push int, dt float32) {
		w, crate := falling(f, 1, 1)
		GoldenRecording(f, w, path)
		for step := 1; step <= steps; step++ {
			if step == push {
				crate.ApplyImpulseToCenter(physics.V3(0.01, 0, 0))
			}
			Run(f, w, 1, dt)
		}
	}
	carryOut(t, "TestNone", func(f *fake) { run(f, 5, 0, 0.01) }).says(t, "no file",
		"pile.tumble: .*TUMBLE_UPDATE=1 records it")
	update(t, "TestFails", func(f *fake) { run(f, 5, 0, 0.01); f.failed = true })
	_, err := os.Stat(path)
	if err == nil {
		t.Error("a test that fails writes a golden recording")
	}
	update(t, "TestWrites", func(f *fake) { run(f, 60, 0, 0.01) }).quiet(t, "writing")
	left := files(t, folder)
	carryOut(t, "TestSame", func(f *fake) { run(f, 60, 0, 0.01) }).quiet(t, "the same")
	n := files(t, folder)
	if n != left {
		t.Errorf("%d recordings are left by tests that pass", n-left)
	}
	for _, push := range []int{1, 7, 60} {
		f := carryOut(t, "TestPush", func(f *fake) { run(f, 60, push, 0.01) })
		f.says(t, push, fmt.Sprintf("^golden recording .*: step %d is the first .*; .* the program makes other", push))
		_, step := f.command()
		if step != push {
			t.Errorf("push %d: the log is %q", push, f.log)
		}
	}
	carryOut(t, "TestLength", func(f *fake) { run(f, 60, 0, 0.02) }).says(t, "dt", "step 1 is the first that differs")
	carryOut(t, "TestShort", func(f *fake) { run(f, 59, 0, 0.01) }).says(t, "short", "it has 60 steps, the run 59;")
	carryOut(t, "TestLong", func(f *fake) { run(f, 61, 0, 0.01) }).says(t, "long", "it has 60 steps, the run 61;")
	carryOut(t, "TestEnds", func(f *fake) {
		run(f, 9, 0, 0.01)
		f.Fatal("wrong")
	}).says(t, "failed already", "^wrong\n$")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []int{1, 33} {
		write(t, path, withDigest(t, text, step))
		carryOut(t, "TestEngine", func(f *fake) { run(f, 60, 0, 0.01) }).says(t, step,
			fmt.Sprintf("step %d is the first that differs; the engine computes otherwise: .*step %d", step, step))
	}
	write(t, path, text[:10])
	carryOut(t, "TestCut", func(f *fake) { run(f, 60, 0, 0.01) }).says(t, "cut", "records it anew")
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	err := os.WriteFile(path, text, 0o644)
	if err != nil {
		t.Fatal(err)
	}
}

// withDigest returns a recording with another digest of a step, as an engine of other results had written it.
func withDigest(t *testing.T, recording []byte, step int) []byte {
	t.Helper()
	const head, record, stepKind = 16, 12, 5
	text := append([]byte(nil), recording...)
	for at := head; at < len(text); {
		length := int(binary.LittleEndian.Uint32(text[at:]))
		payload := text[at+record : at+record+length]
		if text[at+4] == stepKind {
			step--
		}
		if step == 0 {
			payload[4+4] ^= 1 // after the length of the step and an empty error
			sums := crc32.MakeTable(crc32.Castagnoli)
			binary.LittleEndian.PutUint32(text[at+8:], crc32.Update(crc32.Checksum(text[at:at+8], sums), sums, payload))
			return text
		}
		at += record + length
	}
	t.Fatal("there is no such step")
	return nil
}
