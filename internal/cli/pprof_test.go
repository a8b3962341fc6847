package cli

import (
	"net/http"
	"strings"
	"testing"
)

// TestProfilesNeedTheKey: who does not know the address that was printed gets no profile, nor who asks under another
// name.
func TestProfilesNeedTheKey(t *testing.T) {
	var said strings.Builder
	stop, err := ServePprof("127.0.0.1:0", &said)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	at := strings.TrimSpace(strings.TrimPrefix(said.String(), "profiles at "))
	host, key, _ := strings.Cut(strings.TrimPrefix(at, "http://"), "/")
	for _, c := range []struct {
		url, name string
		code      int
	}{
		{at, "", http.StatusOK},
		{at + "cmdline", "localhost", http.StatusOK},
		{at, "example.com", http.StatusForbidden},
		{"http://" + host + "/debug/pprof/", "", http.StatusNotFound},
		{"http://" + host + "/another" + key, "", http.StatusNotFound},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.name
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != c.code {
			t.Errorf("%s as %q: %d, want %d", c.url, c.name, answer.StatusCode, c.code)
		}
	}
}
