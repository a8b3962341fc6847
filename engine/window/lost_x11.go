//go:build cgo && (linux || freebsd || netbsd || openbsd) && !wayland

package window

/*
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <X11/Xlib.h>

extern int tumbleDisplayLost(Display *display);

static void watch_display(void) { XSetIOErrorHandler(tumbleDisplayLost); }
static unsigned long this_thread(void) { return (unsigned long)pthread_self(); }

// The thread that creates a window, the socket of the display, the pipe that tells of a fault, and who had faults
// before.
static pthread_t creator;
static int display_socket, fault_pipe;
static struct sigaction faults_before;

static int display_is_gone(void) {
	struct pollfd socket = {.fd = display_socket, .events = POLLIN};
	return poll(&socket, 1, 0) > 0 && (socket.revents & (POLLHUP | POLLERR | POLLNVAL));
}

static void on_fault(int signal, siginfo_t *info, void *context) {
	if (pthread_equal(pthread_self(), creator) && display_is_gone() && write(fault_pipe, "", 1) == 1)
		for (;;) pause();
	if (faults_before.sa_flags & SA_SIGINFO) {
		faults_before.sa_sigaction(signal, info, context);
		return;
	}
	sigaction(SIGSEGV, &faults_before, NULL); // the fault comes again
}

static void watch_faults(Display *display, int pipe) {
	struct sigaction action;
	memset(&action, 0, sizeof action);
	action.sa_sigaction = on_fault;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK;
	sigfillset(&action.sa_mask);
	creator = pthread_self(), display_socket = ConnectionNumber(display), fault_pipe = pipe;
	sigaction(SIGSEGV, &action, &faults_before);
}

static void unwatch_faults(void) { sigaction(SIGSEGV, &faults_before, NULL); }
*/
import "C"

import (
	"os"
	"sync"
	"time"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// lost handles the loss of the X server. Xlib then ends the process from within the call
// that noticed it, on whichever thread that is, and leaves no other way out.
var lost struct {
	main   C.ulong
	act    func()
	begun  chan struct{}
	single sync.Once
	faults *os.File // the end of a pipe to which faults write
}

// OnLost sets the action for a broken connection to the display: act saves the session
// and ends the process. It is called once, on the main thread if that still runs, and must not touch
// the window. Main thread.
func OnLost(act func()) {
	lost.main, lost.act, lost.begun = C.this_thread(), act, make(chan struct{})
	C.watch_display()
	if lost.faults != nil {
		return
	}
	if read, write, err := os.Pipe(); err == nil {
		lost.faults = write
		go func() {
			if n, _ := read.Read(make([]byte, 1)); n == 1 {
				end()
			}
		}()
	}
}

// surviving calls f, which creates a window. GLFW and Mesa do not check the answers of the X server meanwhile: without
// an answer they read from address zero before Xlib notices. The thread then stops at the fault, so that the world
// stands still, and another thread calls act.
func surviving(f func()) {
	if lost.faults == nil {
		f()
		return
	}
	C.watch_faults((*C.Display)(unsafe.Pointer(glfw.GetX11Display())), C.int(lost.faults.Fd()))
	defer C.unwatch_faults()
	f()
}

// end saves the session and ends the process.
func end() {
	lost.single.Do(func() {
		close(lost.begun)
		lost.act()
	})
}

//export tumbleDisplayLost
func tumbleDisplayLost(*C.Display) C.int {
	if C.this_thread() != lost.main {
		// the main thread, which alone may look at the world, meets the same error in its next call; if the main
		// thread waits for this thread instead, the world stands still
		select {
		case <-lost.begun:
			select {}
		case <-time.After(time.Second):
		}
	}
	end()
	// Xlib would end the process after a return from here, while the other thread still saves
	select {}
}
