//go:build linux && cgo

#include "egl_linux.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
	EGL_NONE = 0x3038,
	EGL_SURFACE_TYPE = 0x3033,
	EGL_PBUFFER_BIT = 0x0001,
	EGL_RENDERABLE_TYPE = 0x3040,
	EGL_OPENGL_BIT = 0x0008,
	EGL_WIDTH = 0x3057,
	EGL_HEIGHT = 0x3056,
	EGL_OPENGL_API = 0x30A2,
	EGL_CONTEXT_MAJOR_VERSION = 0x3098,
	EGL_CONTEXT_MINOR_VERSION = 0x30FB,
	EGL_CONTEXT_OPENGL_PROFILE_MASK = 0x30FD,
	EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT = 0x0001,
	EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE = 0x31B1,
	EGL_PLATFORM_SURFACELESS_MESA = 0x31DD,
	EGL_PLATFORM_DEVICE_EXT = 0x313F,
};

static struct {
	void *(*get_proc_address)(const char *);
	void *(*get_platform_display)(unsigned, void *, const intptr_t *);
	void *(*get_display)(void *);
	unsigned (*initialize)(void *, int *, int *);
	unsigned (*bind_api)(unsigned);
	unsigned (*choose_config)(void *, const int *, void **, int, int *);
	void *(*create_context)(void *, void *, void *, const int *);
	void *(*create_pbuffer)(void *, void *, const int *);
	unsigned (*make_current)(void *, void *, void *, void *);
	unsigned (*destroy_context)(void *, void *);
	unsigned (*destroy_surface)(void *, void *);
	unsigned (*release_thread)(void);
	int (*get_error)(void);
	unsigned (*query_devices)(int, void **, int *);
} egl;

const char *tumble_egl_load(void) {
	void *lib = dlopen("libEGL.so.1", RTLD_NOW | RTLD_GLOBAL);
	if (!lib) return "libEGL.so.1 not found";
	*(void **)&egl.get_proc_address = dlsym(lib, "eglGetProcAddress");
	*(void **)&egl.get_display = dlsym(lib, "eglGetDisplay");
	*(void **)&egl.initialize = dlsym(lib, "eglInitialize");
	*(void **)&egl.bind_api = dlsym(lib, "eglBindAPI");
	*(void **)&egl.choose_config = dlsym(lib, "eglChooseConfig");
	*(void **)&egl.create_context = dlsym(lib, "eglCreateContext");
	*(void **)&egl.create_pbuffer = dlsym(lib, "eglCreatePbufferSurface");
	*(void **)&egl.make_current = dlsym(lib, "eglMakeCurrent");
	*(void **)&egl.destroy_context = dlsym(lib, "eglDestroyContext");
	*(void **)&egl.destroy_surface = dlsym(lib, "eglDestroySurface");
	*(void **)&egl.release_thread = dlsym(lib, "eglReleaseThread");
	*(void **)&egl.get_error = dlsym(lib, "eglGetError");
	if (!egl.get_proc_address || !egl.get_display || !egl.initialize || !egl.bind_api ||
	    !egl.choose_config || !egl.create_context || !egl.create_pbuffer || !egl.make_current ||
	    !egl.destroy_context || !egl.destroy_surface || !egl.release_thread || !egl.get_error)
		return "libEGL.so.1 lacks entry points of EGL 1.4";
	*(void **)&egl.get_platform_display = egl.get_proc_address("eglGetPlatformDisplay");
	*(void **)&egl.query_devices = egl.get_proc_address("eglQueryDevicesEXT");
	return NULL;
}

static int try_display(void *display) {
	int major = 0, minor = 0;
	return display && egl.initialize(display, &major, &minor) && (major > 1 || minor >= 4);
}

const char *tumble_egl_open(void **display) {
	// mesa's drivers know the surfaceless platform, others enumerate devices
	if (egl.get_platform_display) {
		*display = egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, NULL, NULL);
		if (try_display(*display)) return NULL;
		void *devices[16];
		int count = 0;
		if (egl.query_devices && egl.query_devices(16, devices, &count)) {
			for (int i = 0; i < count; i++) {
				*display = egl.get_platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL);
				if (try_display(*display)) return NULL;
			}
		}
	}
	*display = egl.get_display(NULL);
	if (try_display(*display)) return NULL;
	*display = NULL;
	return "no EGL display could be initialised";
}

const char *tumble_egl_create(void *display, int major, int minor, tumble_egl_context *out) {
	memset(out, 0, sizeof *out);
	out->display = display;
	if (!egl.bind_api(EGL_OPENGL_API)) return "the EGL driver has no desktop OpenGL";
	const int without[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	const int with[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
	const int version[] = {
		EGL_CONTEXT_MAJOR_VERSION, major, EGL_CONTEXT_MINOR_VERSION, minor,
		EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
		EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE, 1, EGL_NONE,
	};
	void *config = NULL;
	int count = 0;
	if (!egl.choose_config(display, without, &config, 1, &count) || count == 0) config = NULL;
	out->context = egl.create_context(display, config, NULL, version);
	if (!out->context) return "the driver gives no core context of that version";
	if (egl.make_current(display, NULL, NULL, out->context)) {
		egl.make_current(display, NULL, NULL, NULL);
		return NULL;
	}

	// a driver without surfaceless contexts wants a surface, however small
	egl.destroy_context(display, out->context);
	out->context = NULL;
	if (!egl.choose_config(display, with, &config, 1, &count) || count == 0)
		return "the driver needs a surface and offers none";
	const int tiny[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
	out->pbuffer = egl.create_pbuffer(display, config, tiny);
	out->context = egl.create_context(display, config, NULL, version);
	if (!out->pbuffer || !out->context) {
		tumble_egl_destroy(out);
		return "the driver gives no core context of that version with a surface";
	}
	return NULL;
}

int tumble_egl_make_current(void *display, tumble_egl_context *c) {
	if (!c) return egl.make_current(display, NULL, NULL, NULL) && egl.release_thread();
	// the client API is per thread and eglMakeCurrent with no context acts on the bound one
	return egl.bind_api(EGL_OPENGL_API) &&
	       egl.make_current(c->display, c->pbuffer, c->pbuffer, c->context);
}

void tumble_egl_destroy(tumble_egl_context *c) {
	if (c->context) egl.destroy_context(c->display, c->context);
	if (c->pbuffer) egl.destroy_surface(c->display, c->pbuffer);
	memset(c, 0, sizeof *c);
}

void *tumble_egl_proc(const char *name) { return egl.get_proc_address(name); }

int tumble_egl_error(void) { return egl.get_error(); }
