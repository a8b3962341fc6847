package model

// Beside returns a file that another one names: by a path relative to the first, or by a package:// or model:// URI.
// It must not read outside of the folders that belong to the model.
type Beside func(name string) ([]byte, error)
