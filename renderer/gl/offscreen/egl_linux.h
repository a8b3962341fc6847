// The few EGL declarations the package needs, so that building it needs no EGL headers.
#ifndef TUMBLE_OFFSCREEN_EGL_H
#define TUMBLE_OFFSCREEN_EGL_H

typedef struct {
	void *display;
	void *context;
	void *pbuffer; // EGL_NO_SURFACE where the driver allows a context without one
} tumble_egl_context;

// tumble_egl_load opens libEGL.so.1 and finds its entry points; it returns NULL or what failed.
const char *tumble_egl_load(void);

// tumble_egl_open finds a display and initialises it; displays are shared by all contexts
// of the process and never terminated.
const char *tumble_egl_open(void **display);

// tumble_egl_create makes a core context of at least the given version.
const char *tumble_egl_create(void *display, int major, int minor, tumble_egl_context *out);

// tumble_egl_make_current binds the context, or with NULL none, to the calling thread.
int tumble_egl_make_current(void *display, tumble_egl_context *c);

void tumble_egl_destroy(tumble_egl_context *c);
void *tumble_egl_proc(const char *name);
int tumble_egl_error(void);

#endif
