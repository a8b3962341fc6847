// Carries out what tools/compare/truth asks for, one command to a line, with Box3D through its public interface.
//
//     world GRAVITY BOUNCE SLEEP RATE SUBSTEPS
//     body KIND SHAPE x y z qx qy qz qw a b c DENSITY FRICTION RESTITUTION BULLET GHOST MASS ixx iyy izz
//     velocity BODY vx vy vz wx wy wz
//     joint KIND A B x y z ax ay az ex ey ez SPEED TORQUE HERTZ ZETA LENGTH
//     step N
//     read
//
// read prints position, rotation, velocities of each body and whether it is awake, one to a line. Everything that is not asked
// for has its default, but that bodies may turn as fast as a crank does (allowFastRotation).

#include "../command.h"

#include "box3d/box3d.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 4096

static b3WorldId world;
static bool begun;
static b3BodyId bodies[ROOM], ground;
static int count, substeps;
static float dt;

static void fail(const char *line) {
	fprintf(stderr, "box3d: bad command: %s", line);
	exit(64);
}

static void beginWorld(const float *x) {
	if (begun) {
		b3DestroyWorld(world);
	}
	b3WorldDef def = b3DefaultWorldDef();
	def.gravity = (b3Vec3){0, -x[0], 0};
	def.restitutionThreshold = x[1];
	def.enableSleep = x[2] != 0;
	def.workerCount = 1;
	world = b3CreateWorld(&def);
	begun = true;
	count = 0;
	dt = 1 / x[3];
	substeps = (int)x[4];
	b3BodyDef bd = b3DefaultBodyDef();
	ground = b3CreateBody(world, &bd);
}

static void addBody(char kind, char shape, const float *x) {
	b3BodyDef bd = b3DefaultBodyDef();
	bd.type = kind == 's' ? b3_staticBody : kind == 'k' ? b3_kinematicBody : b3_dynamicBody;
	bd.position = (b3Pos){x[0], x[1], x[2]};
	bd.rotation = (b3Quat){{x[3], x[4], x[5]}, x[6]};
	bd.isBullet = x[13] != 0;
	bd.allowFastRotation = true;
	b3BodyId body = b3CreateBody(world, &bd);
	b3ShapeDef sd = b3DefaultShapeDef();
	sd.density = x[10];
	sd.baseMaterial.friction = x[11];
	sd.baseMaterial.restitution = x[12];
	if (x[14] != 0) {
		sd.filter.maskBits = 0;
	}
	if (shape == 'b') {
		b3BoxHull h = b3MakeBoxHull(x[7], x[8], x[9]);
		b3CreateHullShape(body, &sd, &h.base);
	} else if (shape == 'o') {
		b3Sphere s = {{0, 0, 0}, x[7]};
		b3CreateSphereShape(body, &sd, &s);
	} else {
		// the cylinder of its samples: a prism of as many sides as a hull may have
		b3HullData *h = b3CreateCylinder(2 * x[8], x[7], -x[8], 32);
		b3CreateHullShape(body, &sd, h);
		b3DestroyHull(h);
	}
	if (x[15] > 0) {
		b3MassData m = b3Body_GetMassData(body);
		m.mass = x[15];
		m.inertia = (b3Matrix3){{x[16], 0, 0}, {0, x[17], 0}, {0, 0, x[18]}};
		b3Body_SetMassData(body, m);
	}
	if (count == ROOM) {
		fail("body: too many");
	}
	bodies[count++] = body;
}

// at is a frame of the world, turned by q, in the axes of a body.
static b3Transform at(b3BodyId body, b3Pos p, b3Quat q) {
	b3Transform t;
	t.p = b3Body_GetLocalPoint(body, p);
	t.q = b3MulQuat(b3Conjugate(b3Body_GetRotation(body)), q);
	return t;
}

static b3BodyId one(float i) {
	return i < 0 ? ground : bodies[(int)i];
}

static void addJoint(char kind, const float *x) {
	b3BodyId a = one(x[0]), b = one(x[1]);
	b3Pos p = {x[2], x[3], x[4]};
	b3Quat q = b3Quat_identity;
	switch (kind) {
	case 'p': {
		b3SphericalJointDef d = b3DefaultSphericalJointDef();
		d.base.bodyIdA = a, d.base.bodyIdB = b;
		d.base.localFrameA = at(a, p, q), d.base.localFrameB = at(b, p, q);
		b3CreateSphericalJoint(world, &d);
		break;
	}
	case 'h': {
		b3RevoluteJointDef d = b3DefaultRevoluteJointDef();
		d.base.bodyIdA = a, d.base.bodyIdB = b;
		d.base.localFrameA = at(a, p, q), d.base.localFrameB = at(b, p, q);
		d.enableMotor = x[12] > 0, d.motorSpeed = x[11], d.maxMotorTorque = x[12];
		b3CreateRevoluteJoint(world, &d);
		break;
	}
	case 'l': {
		b3PrismaticJointDef d = b3DefaultPrismaticJointDef();
		// x of the frame is the axis: along x or along y
		float half = x[6] != 0 ? sqrtf(0.5f) : 0;
		q = (b3Quat){{0, 0, half}, half > 0 ? half : 1};
		d.base.bodyIdA = a, d.base.bodyIdB = b;
		d.base.localFrameA = at(a, p, q), d.base.localFrameB = at(b, p, q);
		d.enableSpring = x[13] > 0, d.hertz = x[13], d.dampingRatio = x[14];
		b3CreatePrismaticJoint(world, &d);
		break;
	}
	case 'r': {
		b3DistanceJointDef d = b3DefaultDistanceJointDef();
		d.base.bodyIdA = a, d.base.bodyIdB = b;
		d.base.localFrameA = at(a, p, q), d.base.localFrameB = at(b, (b3Pos){x[8], x[9], x[10]}, q);
		// a distance joint without a spring is rigid; one of no stiffness has limits alone
		d.enableSpring = true, d.hertz = 0, d.dampingRatio = 0;
		d.length = x[15], d.enableLimit = true, d.minLength = 0, d.maxLength = x[15];
		b3CreateDistanceJoint(world, &d);
		break;
	}
	default:
		fail("joint");
	}
}

static void readAll(void) {
	for (int i = 0; i < count; i++) {
		b3Pos p = b3Body_GetWorldCenter(bodies[i]);
		b3Quat q = b3Body_GetRotation(bodies[i]);
		b3Vec3 v = b3Body_GetLinearVelocity(bodies[i]), w = b3Body_GetAngularVelocity(bodies[i]);
		printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %d\n", p.x, p.y, p.z, q.v.x, q.v.y, q.v.z, q.s, v.x, v.y,
			v.z, w.x, w.y, w.z, (int)b3Body_IsAwake(bodies[i]));
	}
	fflush(stdout);
}

int main(void) {
	char line[1024];
	while (fgets(line, sizeof line, stdin) != NULL) {
		Command c;
		if (!parse(line, &c)) {
			fail(line);
		}
		if (strcmp(c.word, "world") == 0) {
			beginWorld(c.x);
		} else if (strcmp(c.word, "body") == 0) {
			addBody(c.kind, c.shape, c.x);
		} else if (strcmp(c.word, "velocity") == 0) {
			b3Body_SetLinearVelocity(bodies[(int)c.x[0]], (b3Vec3){c.x[1], c.x[2], c.x[3]});
			b3Body_SetAngularVelocity(bodies[(int)c.x[0]], (b3Vec3){c.x[4], c.x[5], c.x[6]});
		} else if (strcmp(c.word, "joint") == 0) {
			addJoint(c.kind, c.x);
		} else if (strcmp(c.word, "step") == 0) {
			for (int i = 0; i < (int)c.x[0]; i++) {
				b3World_Step(world, dt, substeps);
			}
		} else if (strcmp(c.word, "read") == 0) {
			readAll();
		} else {
			fail(line);
		}
	}
	return 0;
}
