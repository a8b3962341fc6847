module example.com/page

go 1.26

require tumble v0.0.0

replace tumble => ../..
