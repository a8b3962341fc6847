# make run     build and open the window (SCENE=name chooses the scene)
# make test    certainty in five minutes: lint, short tests of all packages, a sample of the rest
# make check   everything that continuous integration runs: make test, then the rest
# make lint    gofmt, go vet, staticcheck
# make bench   milliseconds per step of the benchmark scenes
# make bench-plot   draw time against bodies and workers into out/bench
# make ledger  every constant of the packages with unit, reason and what breaks without it
# make docs    the figures and pictures of the pages, from the commands that the pages declare
# make generate  what follows from the declaration of the settings
# make soak    the long runs: endurance, long scenes, many seeds; goes on where it was stopped
# make fuzz    input that breaks the readers, FUZZTIME (20s) for each fuzzer
# make soak-report   when each of them last passed, at which commit
# make site    the documentation as a static site with the sandbox in its pictures, in out/site, which
#              bin/sandbox web out/site serves
# make web     the sandbox for browsers, a static folder in out/web; bin/sandbox web serves it
# make viewer  the viewer library that pages of runs are packed with, by npm, after a change of tools/viewer
# make queue   bin/sandbox-nats, which sandbox sweep serve and join need
# make beam    bin/sandbox-beam, which sandbox sweep beam needs
# make dist    archives and packages with checksums, in dist

SCENE ?=
FLAGS ?=

.PHONY: run build test check rest lint bench bench-plot ledger docs generate fuzz soak soak-report site web viewer queue
.PHONY: beam dist golden clean

run:
	@tools/run.sh $(SCENE) $(FLAGS)

build:
	@tools/deps.sh build
	@tools/build.sh

test:
	@tools/deps.sh test
	@tools/test.sh quick

check: test rest

rest:
	@tools/deps.sh test
	@tools/test.sh rest

site:
	@tools/web.sh
	@go run -C tools/site . -out ../../out/site -web ../../out/web

web:
	@tools/web.sh

viewer:
	@tools/viewer/build.sh

queue:
	@mkdir -p bin
	go build -C tools/nats -o ../../bin/sandbox-nats .

beam:
	@mkdir -p bin
	go build -C tools/beam -o ../../bin/sandbox-beam .

dist:
	@tools/deps.sh dist
	@tools/dist.sh

lint:
	@tools/lint.sh all

bench:
	@tools/deps.sh build
	@tools/build.sh
	bin/sandbox bench

bench-plot:
	@tools/deps.sh build
	@tools/build.sh
	bin/sandbox bench --plot out/bench

ledger:
	@go run -C tools ./ledger -root ..

docs:
	@tools/docs.sh

generate:
	go generate ./physics ./cmd/sandbox
	TUMBLE_UPDATE=1 go test -count=1 -run SchemaSettings ./scene/gltf

fuzz:
	@tools/deps.sh test
	@tools/fuzz.sh

soak:
	@tools/deps.sh test
	@tools/soak.sh

soak-report:
	@tools/soak.sh report

# golden rewrites the golden files from what the program computes now; read the difference
# before it is committed
golden:
	TUMBLE_UPDATE=1 go test -run Golden ./physics/scenes
	cd examples/recordedtest && TUMBLE_UPDATE=1 go test -count=1 .

clean:
	rm -rf bin out dist
