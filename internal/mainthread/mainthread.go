// Package mainthread runs tests beside the main thread: windows belong to the main thread, and tests
// run on goroutines of their own.
package mainthread

import (
	"os"
	"runtime"
	"testing"
)

func init() { runtime.LockOSThread() }

var calls = make(chan func())

// Run is to be called by TestMain: it runs the tests and meanwhile what they give to Do.
func Run(m *testing.M) {
	done := make(chan int)
	go func() { done <- m.Run() }()
	for {
		select {
		case f := <-calls:
			f()
		case code := <-done:
			os.Exit(code)
		}
	}
}

// Do runs f on the main thread and waits for it.
func Do(f func()) {
	done := make(chan struct{})
	calls <- func() {
		defer close(done)
		f()
	}
	<-done
}
