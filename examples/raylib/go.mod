module example.com/raylib

go 1.26

require (
	github.com/gen2brain/raylib-go/raylib v0.55.1
	tumble v0.0.0
)

require (
	github.com/ebitengine/purego v0.7.1 // indirect
	golang.org/x/exp v0.0.0-20240506185415-9bf2ced13842 // indirect
	golang.org/x/sys v0.37.0 // indirect
)

replace tumble => ../..
