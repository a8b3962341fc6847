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
	// Problem says why there is no picture.
	Problem string
	asked   bool // Picture does not ask again
}

// Thumbnails are the pictures of scenes. Only the main thread calls the exported methods. A goroutine reads the
// pictures of the cache and lets another process make the missing ones.
type Thumbnails struct {
	resources *renderer.Resources
	wake      func()
	pictures  map[string]*Picture
	cancel    context.CancelFunc
	ended     chan struct{}
	maker     maker

	mu      sync.Mutex
	ready   sync.Cond
	waiting []string // scenes; the last comes next
	results []result // for Collect
	total   int      // requests
	done    int      // requests with a result
	closed  bool
}

// result is the answer to a request: a picture, or the problem with it.
type result struct {
	scene   string
	image   *image.NRGBA
	facts   Facts
	problem string
}

// New returns thumbnails whose cache is folder. command starts a process that calls Serve with the folder, which
// follows the arguments of command. Another goroutine calls wake after each request. Without folder or command no
// pictures are made.
func New(resources *renderer.Resources, command []string, folder string, wake func()) *Thumbnails {
	t := &Thumbnails{
		resources: resources, wake: wake, pictures: map[string]*Picture{},
		maker: maker{command: command, folder: folder, wait: patience},
	}
	t.ready.L = &t.mu
	return t
}

// Picture is the thumbnail of a scene by its name or path. It asks for a missing picture; the newest request comes
// first.
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

// Known returns the facts of a scene, zero while they are not known. Unlike Picture, Known asks for no picture.
func (t *Thumbnails) Known(scene string) Facts {
	if p := t.pictures[scene]; p != nil {
		return p.Facts
	}
	return Facts{}
}

// ask makes a scene the next of the waiting scenes, and starts the goroutine with the first.
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

// Progress returns the number of requests, and how many of them have a result.
func (t *Thumbnails) Progress() (done, total int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.done, t.total
}

// Stop drops the requests that wait. After Restart, Picture asks for their pictures again.
func (t *Thumbnails) Stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = t.waiting[:0]
	t.total = t.done
}

// Restart lets Picture ask again for the pictures that Stop dropped. While requests wait, Restart does nothing.
func (t *Thumbnails) Restart() {
	if done, total := t.Progress(); done < total {
		return
	}
	for _, p := range t.pictures {
		p.asked = p.Width > 0 || p.Problem != ""
	}
}

// work answers the waiting requests until Close.
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

// load reads the picture and the facts of a scene from the cache; the process makes a missing picture first.
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

// keyOf is the name of the files of a scene in the cache: the scene's name, or for a file a hash of path, size and
// time.
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

// readPNG reads a picture of the cache; a picture of another size is an error.
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

// mostTextures is the largest number of results that Collect takes.
const mostTextures = 4

// Collect takes new results and hands their pictures to the renderer; more says that results are left for another call.
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
			// a picture that was in the making at Stop, and was asked for again, comes twice
			continue
		}
		p.Texture, err = t.resources.CreateTexture(renderer.TextureDesc{
			Label: "thumbnail " + r.scene, Width: r.image.Rect.Dx(), Height: r.image.Rect.Dy(),
			Format: renderer.TextureRGBA8, Pixels: r.image.Pix,
		})
		if err != nil {
			return more, err
		}
		p.Width, p.Height = r.image.Rect.Dx(), r.image.Rect.Dy()
	}
	return more, nil
}

// Close ends the goroutine and its process, waits for the end, and destroys the textures.
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
