package thumbnail

import (
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"tumble/engine/inputfile"
	"tumble/internal/app/userfile"
	"tumble/renderer"
	"tumble/scene"
)

// Picture is the thumbnail of a scene.
type Picture struct {
	Texture renderer.Texture
	// Width and Height (texels) are 0 while there is no picture.
	Width, Height int
	Facts         Facts
	// Problem says why there is none.
	Problem string
	asked   bool
}

// Thumbnails are the pictures of scenes. Its methods belong to the main thread; a goroutine lets a process make
// pictures and reads
// them.
type Thumbnails struct {
	resources *renderer.Resources
	wake      func()
	pictures  map[string]*Picture
	cancel    context.CancelFunc
	ended     chan struct{}
	maker     maker

	mu      sync.Mutex
	ready   sync.Cond
	waiting []string // scenes, the one to come next last
	results []result
	total   int
	done    int
	closed  bool
}

// result is a picture that was read.
type result struct {
	scene   string
	image   *image.NRGBA
	facts   Facts
	problem string
}

// New makes thumbnails in a folder of the cache with a command that calls Serve for the folder behind its arguments. wake is
// called from another goroutine when there is something new. Without a folder or a command there are no pictures.
func New(resources *renderer.Resources, command []string, folder string, wake func()) *Thumbnails {
	t := &Thumbnails{
		resources: resources, wake: wake, pictures: map[string]*Picture{}, maker: maker{command: command, folder: folder, wait: patience},
	}
	t.ready.L = &t.mu
	return t
}

// Picture is the thumbnail of a scene by its name or path, asked for if it is not there yet. Those asked for last come first.
func (t *Thumbnails) Picture(scene string) *Picture {
	p := t.pictures[scene]
	if p == nil {
		p = &Picture{}
		t.pictures[scene] = p
	}
	if !p.asked && len(t.maker.command) > 0 && t.maker.folder != "" {
		p.asked = true
		t.ask(scene)
	}
	return p
}

// Known are the facts of a scene whose picture was seen.
func (t *Thumbnails) Known(scene string) Facts {
	if p := t.pictures[scene]; p != nil {
		return p.Facts
	}
	return Facts{}
}

// ask puts a scene in front of those that wait, and starts the goroutine with the first.
func (t *Thumbnails) ask(scene string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = append(t.waiting, scene)
	t.total++
	t.ready.Signal()
	if t.cancel == nil {
		ctx, cancel := context.WithCancel(context.Background())
		t.cancel, t.ended = cancel, make(chan struct{})
		go t.work(ctx)
	}
}

// Progress is how many of the thumbnails that were asked for are done.
func (t *Thumbnails) Progress() (done, total int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done, t.total
}

// Stop forgets the thumbnails that are still to be made; they are asked for again by the next Restart.
func (t *Thumbnails) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = t.waiting[:0]
	t.total = t.done
}

// Restart asks again for a missing picture when it is next seen.
func (t *Thumbnails) Restart() {
	if done, total := t.Progress(); done < total {
		return
	}
	for _, p := range t.pictures {
		p.asked = p.Width > 0 || p.Problem != ""
	}
}

// work makes and reads pictures until it is cancelled.
func (t *Thumbnails) work(ctx context.Context) {
	defer close(t.ended)
	defer t.maker.stop()
	for {
		t.mu.Lock()
		for len(t.waiting) == 0 && !t.closed {
			t.ready.Wait()
		}
		if t.closed {
			t.mu.Unlock()
			return
		}
		scene := t.waiting[len(t.waiting)-1]
		t.waiting = t.waiting[:len(t.waiting)-1]
		t.mu.Unlock()
		r := t.load(ctx, scene)
		t.mu.Lock()
		t.results = append(t.results, r)
		t.done = min(t.done+1, t.total)
		idle := len(t.waiting) == 0
		t.mu.Unlock()
		if idle {
			// a process that has nothing to do keeps no memory
			t.maker.stop()
		}
		t.wake()
	}
}

// load reads a picture, made before if it is not in the cache.
func (t *Thumbnails) load(ctx context.Context, scene string) result {
	r := result{scene: scene}
	key, err := keyOf(scene)
	if err != nil {
		r.problem = err.Error()
		return r
	}
	path := filepath.Join(t.maker.folder, key)
	if r.image, err = readPNG(path + ".png"); err != nil {
		if err := t.maker.make(ctx, key, scene); err != nil {
			r.problem = err.Error()
			return r
		}
		if r.image, err = readPNG(path + ".png"); err != nil {
			r.problem = err.Error()
			return r
		}
	}
	if err := userfile.Read(path+".toml", &r.facts); err != nil {
		r.facts = Facts{}
	}
	return r
}

// keyOf is the name of the files of a scene: its own, or for a file that of its place, size and age.
func keyOf(name string) (string, error) {
	if !scene.IsFile(name) {
		return strings.ReplaceAll(name, "/", "_"), nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	text := fmt.Sprint(name, info.Size(), info.ModTime().UnixNano())
	return fmt.Sprintf("file-%x", sha256.Sum256([]byte(text)))[:21], nil
}

// readPNG reads a picture of the cache.
func readPNG(path string) (*image.NRGBA, error) {
	f, err := inputfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := png.DecodeConfig(f)
	if err == nil && (size.Width != Width || size.Height != Height) {
		err = fmt.Errorf("%s is %d×%d", path, size.Width, size.Height)
	}
	if err == nil {
		_, err = f.Seek(0, 0)
	}
	if err != nil {
		return nil, err
	}
	decoded, err := png.Decode(f)
	if err != nil {
		return nil, err
	}
	if img, ok := decoded.(*image.NRGBA); ok {
		return img, nil
	}
	img := image.NewNRGBA(decoded.Bounds())
	draw.Draw(img, img.Rect, decoded, decoded.Bounds().Min, draw.Src)
	return img, nil
}

// mostTextures is how many pictures are handed to the renderer in a frame.
const mostTextures = 4

// Collect takes over what has been made since the last frame; more says that there is still something to take.
func (t *Thumbnails) Collect() (more bool, err error) {
	t.mu.Lock()
	n := min(len(t.results), mostTextures)
	taken := append([]result(nil), t.results[:n]...)
	t.results = append(t.results[:0], t.results[n:]...)
	more = len(t.results) > 0
	t.mu.Unlock()
	for i := range taken {
		r := &taken[i]
		p := t.pictures[r.scene]
		p.Problem, p.Facts = r.problem, r.facts
		if r.image == nil || p.Width > 0 {
			// one that was in the making at Stop may be asked for again, and comes twice
			continue
		}
		p.Texture, err = t.resources.CreateTexture(renderer.TextureDesc{
			Label: "thumbnail " + r.scene, Width: r.image.Rect.Dx(), Height: r.image.Rect.Dy(), Format: renderer.TextureRGBA8, Pixels: r.image.Pix,
		})
		if err != nil {
			return more, err
		}
		p.Width, p.Height = r.image.Rect.Dx(), r.image.Rect.Dy()
	}
	return more, nil
}

// Close ends the work and destroys the pictures.
func (t *Thumbnails) Close() {
	t.mu.Lock()
	t.closed = true
	t.ready.Signal()
	cancel := t.cancel
	t.mu.Unlock()
	if cancel != nil {
		cancel()
		<-t.ended
	}
	for _, p := range t.pictures {
		if p.Width > 0 {
			t.resources.DestroyTexture(p.Texture)
		}
	}
	t.pictures = nil
}
