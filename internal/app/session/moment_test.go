package session_test

import (
	"runtime"
	"testing"

	"tumble/internal/app/apptest"
	"tumble/internal/app/session"
)

// TestMomentsTellTheirMemory: packed moments of many bodies take the memory that they tell, within a tenth.
func TestMomentsTellTheirMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("short")
	}
	for _, name := range []string{"joint_grid", "many_pyramids"} {
		s := apptest.Session(t, name)
		var packer session.Packer
		storage := &session.Moment{}
		list := make([]*session.Moment, 16)
		told, before := int64(0), int64(0)
		for i := range list {
			m := storage
			if err := m.Take(s); err != nil {
				t.Fatal(err)
			}
			data, err := packer.Pack(m)
			if err != nil {
				t.Fatal(err)
			}
			storage = m.Keep(data, &packer)
			list[i] = m
			if i == 0 {
				before = inUse()
				continue
			}
			told += int64(m.Bytes())
		}
		if took := inUse() - before; took > told*11/10 {
			t.Errorf("%s: %d moments take %d bytes and tell %d", name, len(list)-1, took, told)
		}
		runtime.KeepAlive(list)
		runtime.KeepAlive(storage)
	}
}

// inUse is the memory that is in use (bytes).
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
