module example.com/server

go 1.26

require tumble v0.0.0

replace tumble => ../..
