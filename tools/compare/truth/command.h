// The lines that the drivers read: a word, for bodies and joints letters of their kinds, and up to 24 numbers.

#include <stdio.h>
#include <string.h>

typedef struct {
	char word[16], kind, shape;
	float x[24];
} Command;

// parse reads a line; it returns 0 if there is no word.
static inline int parse(const char* line, Command* c) {
	memset(c, 0, sizeof *c);
	int used = 0;
	if (sscanf(line, "%15s%n", c->word, &used) != 1) {
		return 0;
	}
	line += used;
	if (strcmp(c->word, "body") == 0 && sscanf(line, " %c %c%n", &c->kind, &c->shape, &used) == 2) {
		line += used;
	} else if (strcmp(c->word, "joint") == 0 && sscanf(line, " %c%n", &c->kind, &used) == 1) {
		line += used;
	}
	for (int n = 0; n < 24 && sscanf(line, "%f%n", &c->x[n], &used) == 1; n++) {
		line += used;
	}
	return 1;
}
