module tumble

go 1.26
