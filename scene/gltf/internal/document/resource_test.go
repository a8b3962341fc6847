package document

import "testing"

// TestLocalNames holds that nothing outside of the folder of a scene is ever named.
func TestLocalNames(t *testing.T) {
	for _, uri := range []string{
		"../secret", "a/../../secret", "/etc/passwd", `C:\secret`, `\\host\share`, "file:///etc/passwd",
		"http://example.org/a.bin", "..",
		"%2e%2e/secret", "a\x00b", "%00", "", ".", "a/%2e%2e/%2e%2e/b", "//host/share", "c:a",
	} {
		if name, err := localName(uri); err == nil {
			t.Errorf("%q is taken as %q", uri, name)
		}
	}
	for uri, want := range map[string]string{"a.bin": "a.bin", "./a.bin": "a.bin", "a%20b.bin": "a b.bin",
		"sub/../a.bin": "a.bin", "sub/a.bin": "sub/a.bin"} {
		if name, err := localName(uri); err != nil || name != want {
			t.Errorf("%q is %q (%v), want %q", uri, name, err, want)
		}
	}
}
