module example.com/arm

go 1.26

require tumble v0.0.0

require (
	github.com/qmuntal/gltf v0.29.0 // indirect
	golang.org/x/sys v0.37.0 // indirect
)

replace tumble => ../..
