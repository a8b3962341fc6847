module tumble/tools/kernelgen

go 1.26
