package capture

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/trace"
	"strconv"
	"strings"
	"sync/atomic"

	"tumble/engine/diagnose"
	"tumble/engine/record"
	"tumble/internal/app/session"
	"tumble/physics"
	"tumble/renderer"
)

// The files of a capture.
const (
	hitchPrefix  = "hitch-"
	hitchJSON    = "hitch.json"
	hitchJournal = "journal.tumble"
	hitchTrace   = "trace.out"
	hitchFrames  = "frames.csv"
	hitchTicks   = "steps.csv"
	hitchPicture = "picture.png"
	hitchCause   = "verdict.txt"
)

// hitchJob is a capture on its way to the disk.
type hitchJob struct {
	written *atomic.Int64 // bytes of all captures
	hitch   diagnose.Hitch
	sample  diagnose.FrameSample
	tick    tickRecord
	cause   cause
	folder  string
	session record.SceneInfo
	key     *keyframe
	frames  []diagnose.FrameSample
	ticks   []tickRecord
	islands []physics.IslandLoad
	picture renderer.Capture
	flight  *trace.FlightRecorder
	missed  int
}

// hitchInfo is hitch.json.
type hitchInfo struct {
	Why     cause   `json:"verdict"`
	Cause   string  `json:"cause"`
	Trigger string  `json:"trigger"`
	Frame   uint64  `json:"frame"`
	FrameMs float64 `json:"frame_ms"`
	PartMs  float64 `json:"part_ms"`
	Missed  int     `json:"missed_before"`

	Scene  string         `json:"scene"`
	Hz     int64          `json:"hz"`
	Params []record.Param `json:"params"`

	// Keyframe is the tick after which the journal begins; 0, with Step 0, when the journal has no state.
	Keyframe uint64        `json:"keyframe"`
	State    session.State `json:"state"`
	// Step is the longest step of the frame.
	Step    uint64       `json:"step"`
	Expect  hitchStep    `json:"expect"`
	Islands []hitchLoad  `json:"islands"`
	Memory  hitchMemory  `json:"runtime"`
	Machine hitchMachine `json:"machine"`
}

// hitchStep is the work in a step.
type hitchStep struct {
	Ms       float64 `json:"ms"`
	Awake    int     `json:"awake"`
	Contacts int     `json:"contacts"`
	Points   int     `json:"points"`
	Islands  int     `json:"islands"`
}

type hitchLoad struct {
	Island   int     `json:"island"`
	Bodies   int     `json:"bodies"`
	Contacts int     `json:"contacts"`
	Points   int     `json:"points"`
	Joints   int     `json:"joints"`
	Ms       float64 `json:"ms"`
}

// hitchMemory is the work of the runtime in the frame.
type hitchMemory struct {
	AllocatedBytes uint64  `json:"allocated_bytes"`
	Cycles         uint64  `json:"gc_cycles"`
	PausesMs       float64 `json:"gc_pauses_ms"`
	SchedulerMs    float64 `json:"scheduler_latency_ms"`
	Wakes          uint64  `json:"scheduler_wakes"`
}

type hitchMachine struct {
	Go         string `json:"go"`
	OS         string `json:"os"`
	Arch       string `json:"arch"`
	Cores      int    `json:"cores"`
	GoMaxProcs int    `json:"gomaxprocs"`
}

// write makes the folder of a capture, whole or not at all.
func (j *hitchJob) write() (folder string, err error) {
	temp, err := os.MkdirTemp(j.folder, ".hitch-*")
	if err != nil {
		return "", fmt.Errorf("app: capturing a hitch: %w", err)
	}
	if err = j.fill(temp); err == nil {
		folder, err = settle(temp, j.folder)
	}
	if err != nil {
		return "", fmt.Errorf("app: capturing a hitch: %w", errors.Join(err, os.RemoveAll(temp)))
	}
	if n, e := captureBytes(folder); e == nil {
		j.written.Add(n)
	}
	return folder, nil
}

// settle gives a folder the next free number.
func settle(temp, parent string) (string, error) {
	if err := os.Chmod(temp, 0o755); err != nil {
		return "", err
	}
	for n := 1; ; n++ {
		folder := filepath.Join(parent, fmt.Sprintf("%s%06d", hitchPrefix, n))
		if _, err := os.Stat(folder); err == nil {
			continue
		}
		return folder, os.Rename(temp, folder)
	}
}

// fill writes the files.
func (j *hitchJob) fill(dir string) error {
	file := func(name string, write func(w *bufio.Writer) error) error {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		b := bufio.NewWriterSize(f, 64<<10)
		return errors.Join(write(b), b.Flush(), f.Close())
	}
	info := j.info()
	errs := []error{
		// the trace first, as it forgets old events
		j.writeTrace(file),
		file(hitchJSON, func(w *bufio.Writer) error {
			e := json.NewEncoder(w)
			e.SetIndent("", "  ")
			return e.Encode(info)
		}),
		file(hitchCause, func(w *bufio.Writer) error {
			_, err := fmt.Fprintln(w, j.cause.Text)
			return err
		}),
		file(hitchFrames, j.writeFrames),
		file(hitchTicks, j.writeTicks),
		j.writeJournal(file),
	}
	if p := &j.picture; len(p.Pixels) > 0 {
		errs = append(errs, file(hitchPicture, func(w *bufio.Writer) error {
			img := &image.NRGBA{Pix: p.Pixels, Stride: 4 * p.Width, Rect: image.Rect(0, 0, p.Width, p.Height)}
			return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, img)
		}))
	}
	return errors.Join(errs...)
}

type fileWriter func(name string, write func(w *bufio.Writer) error) error

func (j *hitchJob) writeTrace(file fileWriter) error {
	if j.flight == nil {
		return nil
	}
	return file(hitchTrace, func(w *bufio.Writer) error {
		_, err := j.flight.WriteTo(w)
		return err
	})
}

// writeJournal writes the keyframe and the input after it.
func (j *hitchJob) writeJournal(file fileWriter) error {
	if j.key == nil {
		return nil
	}
	return file(hitchJournal, func(w *bufio.Writer) error {
		rec, err := record.NewRecorder(w, j.session, physics.RecordOptions{})
		if err != nil {
			return err
		}
		// the errors stay with the recorder
		_ = rec.State(&j.key.snapshot)
		for i := range j.key.events {
			_ = rec.Input(j.key.events[i].Tick, &j.key.events[i].Event)
		}
		return rec.Close()
	})
}

func (j *hitchJob) info() *hitchInfo {
	h, s, r := &j.hitch, &j.sample, &j.tick
	info := &hitchInfo{
		Why: j.cause, Cause: h.Cause.String(), Trigger: h.Trigger.String(), Frame: h.Frame, FrameMs: millis(h.FrameNs),
		PartMs: millis(h.Part), Missed: j.missed, Scene: j.session.Scene, Hz: j.session.Hz, Params: j.session.Params,
		Step: r.Tick,
		Expect: hitchStep{Ms: millis(r.Wall), Awake: r.Awake, Contacts: r.Contacts, Points: r.Points,
			Islands: r.Islands},
		Memory: hitchMemory{s.Allocated, s.Cycles, millis(s.Pauses), millis(s.Waits), s.WaitCount},
		Machine: hitchMachine{
			Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(),
			GoMaxProcs: runtime.GOMAXPROCS(0),
		},
	}
	if j.key != nil {
		info.Keyframe, info.State = j.key.tick, j.key.state
	}
	for i := range j.islands {
		l := &j.islands[i]
		info.Islands = append(info.Islands, hitchLoad{l.Island, l.Bodies, l.Contacts, l.Points, l.Joints, millis(l.Ns)})
	}
	return info
}

// writeFrames writes the ring of frames as comma-separated values, times in microseconds.
func (j *hitchJob) writeFrames(w *bufio.Writer) error {
	io.WriteString(
		w,
		"frame,tick,interval_us,steps,step_us,step_stall_us,record_us,record_stall_us,late_us,draw_us,draw_cpu_us,"+
			"draw_late_us,swap_us,inline,"+
			"delay_us,draw_delay_us,system_us,locked_us,minor_faults,major_faults,blocks_in,blocks_out,"+
			"allocated_bytes,gc_pause_us,gc_cycles,scheduler_us,wakes,dropped,trigger,cause\n")
	b := make([]byte, 0, 256)
	for i := range j.frames {
		s := &j.frames[i]
		b = strconv.AppendUint(b[:0], s.Frame, 10)
		b = strconv.AppendUint(append(b, ','), s.Tick, 10)
		b = micros(b, s.Frames)
		b = strconv.AppendInt(append(b, ','), int64(s.Steps), 10)
		b = micros(b, s.Step, s.StepStall, s.Record, s.RecordStall, s.Late, s.Draw, s.DrawCPU, s.DrawLate, s.Swap)
		b = strconv.AppendInt(append(b, ','), flag(s.Inline), 10)
		b = micros(b, s.Delay, s.DrawDelay, s.System, s.Locked)
		for _, n := range [...]uint64{s.MinorFaults, s.MajorFaults, s.BlocksIn, s.BlocksOut} {
			b = strconv.AppendUint(append(b, ','), n, 10)
		}
		b = strconv.AppendUint(append(b, ','), s.Allocated, 10)
		b = micros(b, s.Pauses)
		b = strconv.AppendUint(append(b, ','), s.Cycles, 10)
		b = micros(b, s.Waits)
		b = strconv.AppendUint(append(b, ','), s.WaitCount, 10)
		b = strconv.AppendInt(append(b, ','), s.Dropped, 10)
		b = append(append(b, ','), s.Trigger.String()...)
		b = append(append(b, ','), s.Cause.String()...)
		w.Write(append(b, '\n'))
	}
	return nil
}

// flag is 1 for true.
func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// micros appends times in microseconds, each after a comma.
func micros(b []byte, times ...int64) []byte {
	for _, ns := range times {
		b = strconv.AppendFloat(append(b, ','), float64(ns)/1e3, 'f', 1, 64)
	}
	return b
}

// writeTicks writes the ring of ticks with the stages of each, times in microseconds.
func (j *hitchJob) writeTicks(w *bufio.Writer) error {
	io.WriteString(w, "step,dt,commands,names,awake,contacts,points,islands,recycled,new_pairs,fast,wall_us")
	for i := range session.StepStages {
		fmt.Fprintf(w, ",%s_us", session.StepStages[i].Name)
	}
	w.WriteByte('\n')
	b := make([]byte, 0, 512)
	for i := range j.ticks {
		r := &j.ticks[i]
		b = strconv.AppendUint(b[:0], r.Tick, 10)
		b = strconv.AppendFloat(append(b, ','), float64(r.Dt), 'g', -1, 32)
		b = strconv.AppendInt(append(b, ','), int64(r.Commands), 10)
		b = r.Named.AppendNames(append(b, ','))
		for _, n := range [...]int{r.Awake, r.Contacts, r.Points, r.Islands, r.Recycled, r.NewPairs, r.Fast} {
			b = strconv.AppendInt(append(b, ','), int64(n), 10)
		}
		b = micros(b, r.Wall)
		for k := range session.StepStages {
			b = micros(b, session.StepStages[k].Of(&r.Profile))
		}
		w.Write(append(b, '\n'))
	}
	return nil
}

// captureBytes is the size of all captures in a folder.
func captureBytes(folder string) (sum int64, err error) {
	err = filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() && strings.Contains(path, hitchPrefix) {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
