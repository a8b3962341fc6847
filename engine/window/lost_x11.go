//go:build cgo && (linux || freebsd || netbsd || openbsd) && !wayland

package window

/*
#include <pthread.h>
#include <X11/Xlib.h>

extern int tumbleDisplayLost(Display *display);

static void watch_display(void) { XSetIOErrorHandler(tumbleDisplayLost); }
static unsigned long this_thread(void) { return (unsigned long)pthread_self(); }
*/
import "C"

import (
	"sync"
	"time"
)

// lost is what happens when the X server goes away. Xlib then ends the process from within the call
// that noticed it, on whichever thread that is, and leaves no other way out.
var lost struct {
	main   C.ulong
	act    func()
	begun  chan struct{}
	single sync.Once
}

// OnLost sets what is done when the connection to the display breaks: act saves what there is to save
// and ends the process. It is called once, on the main thread if that still runs, and must not touch
// the window. Main thread.
func OnLost(act func()) {
	lost.main, lost.act, lost.begun = C.this_thread(), act, make(chan struct{})
	C.watch_display()
}

//export tumbleDisplayLost
func tumbleDisplayLost(*C.Display) C.int {
	if C.this_thread() != lost.main {
		// the main thread meets the same error in its next call, and only it may look at the world;
		// if it waits for this thread instead, the world stands still
		select {
		case <-lost.begun:
			select {}
		case <-time.After(time.Second):
		}
	}
	lost.single.Do(func() {
		close(lost.begun)
		lost.act()
	})
	// whoever returns from here is ended by Xlib while the other thread still saves
	select {}
}
