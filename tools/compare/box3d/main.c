// Times the benchmark scenes of Box3D step by step: one scene and one world per run, 60 Hz with
// four sub-steps. The first step is not timed. Prints the time of every later step in
// milliseconds, one to a line.
//
//     driver SCENE STEPS WORKERS

#include "benchmarks.h"

#include "box3d/box3d.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct scene {
	const char *name;
	void (*capacity)(b3Capacity *);
	void (*create)(b3WorldId);
	void (*before_step)(b3WorldId, int);
	void (*destroy)(void);
};

static const struct scene scenes[] = {
	{"convex_pile", GetConvexPileCapacity, CreateConvexPile, NULL, NULL},
	{"joint_grid", NULL, CreateJointGrid, NULL, NULL},
	{"junkyard", GetJunkyardCapacity, CreateJunkyard, StepJunkyard, NULL},
	{"large_pyramid", NULL, CreateLargePyramid, NULL, NULL},
	{"large_world", GetLargeWorldCapacity, CreateLargeWorld, StepLargeWorld, NULL},
	{"many_pyramids", NULL, CreateManyPyramids, NULL, NULL},
	{"rain", GetRainCapacity, CreateRain, StepRain, DestroyRain},
	{"trees25", NULL, CreateTrees25, NULL, DestroyTrees},
	{"trees50", NULL, CreateTrees50, NULL, DestroyTrees},
	{"trees100", NULL, CreateTrees100, NULL, DestroyTrees},
	{"washer", GetWasherCapacity, CreateWasher, NULL, NULL},
	{"wide_pyramid", NULL, CreateWidePyramid, NULL, NULL},
};

static double milliseconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

int main(int argc, char **argv) {
	if (argc != 4) {
		fprintf(stderr, "usage: %s SCENE STEPS WORKERS\n", argv[0]);
		return 64;
	}
	const struct scene *s = NULL;
	for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
		if (strcmp(scenes[i].name, argv[1]) == 0) {
			s = &scenes[i];
		}
	}
	int steps = atoi(argv[2]);
	if (s == NULL || steps < 2) {
		fprintf(stderr, "no scene %s or fewer than 2 steps\n", argv[1]);
		return 64;
	}

	b3WorldDef def = b3DefaultWorldDef();
	def.workerCount = atoi(argv[3]);
	if (s->capacity != NULL) {
		s->capacity(&def.capacity);
	}
	b3WorldId world = b3CreateWorld(&def);
	s->create(world);
	double *times = calloc((size_t)steps, sizeof *times);
	for (int i = 0; i < steps; i++) {
		double began = milliseconds();
		if (s->before_step != NULL) {
			s->before_step(world, i);
		}
		b3World_Step(world, 1.0f / 60.0f, 4);
		times[i] = milliseconds() - began;
	}
	for (int i = 1; i < steps; i++) {
		printf("%.6f\n", times[i]);
	}
	free(times);
	if (s->destroy != NULL) {
		s->destroy();
	}
	b3DestroyWorld(world);
	return 0;
}
