# make run     build and open the window (SCENE=name chooses the scene)
# make test    everything that continuous integration runs
# make lint    gofmt, go vet, staticcheck
# make bench   milliseconds per step of the benchmark scenes
# make bench-plot   draw time against bodies and workers into out/bench
# make ledger  every constant of the packages with unit, reason and what breaks without it
# make generate  what follows from the declaration of the settings
# make soak    the long runs: endurance, long scenes, many seeds

SCENE ?=
FLAGS ?=

.PHONY: run build test lint bench bench-plot ledger generate soak golden clean

run:
	@tools/run.sh $(SCENE) $(FLAGS)

build:
	@tools/deps.sh build
	go build -o bin/sandbox ./cmd/sandbox

test:
	@tools/deps.sh test
	@tools/test.sh

lint:
	@tools/lint.sh

bench:
	@tools/deps.sh build
	go build -o bin/sandbox ./cmd/sandbox
	bin/sandbox bench

bench-plot:
	@tools/deps.sh build
	go build -o bin/sandbox ./cmd/sandbox
	bin/sandbox bench --plot out/bench

ledger:
	@go run -C tools ./ledger -root ..

generate:
	go generate ./physics ./cmd/sandbox
	TUMBLE_UPDATE=1 go test -count=1 -run SchemaSettings ./internal/gltfscene

soak:
	@tools/deps.sh test
	@tools/soak.sh

# golden rewrites the golden files from what the program computes now; read the difference
# before it is committed
golden:
	TUMBLE_UPDATE=1 go test -run Golden ./physics/scenes

clean:
	rm -rf bin out
