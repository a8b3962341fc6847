// Carries out what tools/compare/truth asks for, one command to a line, with Jolt through its public interface. The commands
// are those of ../box3d/main.c. Sub-steps are collision steps: the whole of a step each.
//
// Everything that is not asked for has its default, but for what would decide the answer: nothing is damped, bodies turn as their
// inertia has it (mApplyGyroscopicForce) and as fast as a crank does, and the rounding of edges is at most a quarter of a body.

#include <Jolt/Jolt.h>

#include "../command.h"

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/JobSystemSingleThreaded.h>
#include <Jolt/Core/TempAllocator.h>
#include <Jolt/Physics/Body/BodyCreationSettings.h>
#include <Jolt/Physics/Collision/BroadPhase/BroadPhaseLayerInterfaceTable.h>
#include <Jolt/Physics/Collision/BroadPhase/ObjectVsBroadPhaseLayerFilterTable.h>
#include <Jolt/Physics/Collision/ObjectLayerPairFilterTable.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Constraints/DistanceConstraint.h>
#include <Jolt/Physics/Constraints/HingeConstraint.h>
#include <Jolt/Physics/Constraints/PointConstraint.h>
#include <Jolt/Physics/Constraints/SliderConstraint.h>
#include <Jolt/Physics/PhysicsSystem.h>
#include <Jolt/RegisterTypes.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace JPH;

namespace {

enum : ObjectLayer { FIXED, MOVING, GHOST, LAYERS };

struct Layers {
	BroadPhaseLayerInterfaceTable broad{LAYERS, 2};
	ObjectLayerPairFilterTable pairs{LAYERS};
	ObjectVsBroadPhaseLayerFilterTable *against;

	Layers() {
		broad.MapObjectToBroadPhaseLayer(FIXED, BroadPhaseLayer(0));
		broad.MapObjectToBroadPhaseLayer(MOVING, BroadPhaseLayer(1));
		broad.MapObjectToBroadPhaseLayer(GHOST, BroadPhaseLayer(1));
		pairs.EnableCollision(MOVING, MOVING);
		pairs.EnableCollision(MOVING, FIXED);
		against = new ObjectVsBroadPhaseLayerFilterTable(broad, 2, pairs, LAYERS);
	}
};

Layers *layers;
PhysicsSystem *physics;
std::vector<BodyID> bodies;
int substeps;
float dt;

[[noreturn]] void fail(const char *line) {
	fprintf(stderr, "jolt: bad command: %s", line);
	exit(64);
}

void beginWorld(const float *x) {
	delete physics;
	bodies.clear();
	physics = new PhysicsSystem;
	physics->Init(8192, 0, 65536, 16384, layers->broad, *layers->against, layers->pairs);
	physics->SetGravity(Vec3(0, -x[0], 0));
	PhysicsSettings s;
	s.mMinVelocityForRestitution = x[1];
	s.mAllowSleeping = x[2] != 0;
	physics->SetPhysicsSettings(s);
	dt = 1 / x[3];
	substeps = int(x[4]);
}

void addBody(char kind, char shape, const float *x) {
	Ref<ConvexShapeSettings> s;
	float least = shape == 'b' ? min(x[7], min(x[8], x[9])) : min(x[7], x[8]);
	float rounding = min(cDefaultConvexRadius, 0.25f * least);
	if (shape == 'b') {
		s = new BoxShapeSettings(Vec3(x[7], x[8], x[9]), rounding);
	} else if (shape == 'o') {
		s = new SphereShapeSettings(x[7]);
	} else {
		s = new CylinderShapeSettings(x[8], x[7], rounding);
	}
	s->SetDensity(x[10]);
	EMotionType type = kind == 's' ? EMotionType::Static : kind == 'k' ? EMotionType::Kinematic : EMotionType::Dynamic;
	ObjectLayer layer = x[14] != 0 ? GHOST : kind == 's' ? FIXED : MOVING;
	BodyCreationSettings c(s->Create().Get(), RVec3(x[0], x[1], x[2]), Quat(x[3], x[4], x[5], x[6]).Normalized(), type, layer);
	c.mFriction = x[11];
	c.mRestitution = x[12];
	c.mLinearDamping = c.mAngularDamping = 0;
	c.mApplyGyroscopicForce = true;
	c.mMotionQuality = x[13] != 0 ? EMotionQuality::LinearCast : EMotionQuality::Discrete;
	c.mMaxAngularVelocity = 1000;
	if (x[15] > 0) {
		c.mOverrideMassProperties = EOverrideMassProperties::MassAndInertiaProvided;
		c.mMassPropertiesOverride.mMass = x[15];
		c.mMassPropertiesOverride.mInertia = Mat44::sScale(Vec3(x[16], x[17], x[18]));
	}
	bodies.push_back(physics->GetBodyInterface().CreateAndAddBody(c, kind == 's' ? EActivation::DontActivate : EActivation::Activate));
	if (bodies.back().IsInvalid()) {
		fail("body: too many\n");
	}
}

Body &one(float i) {
	return i < 0 ? Body::sFixedToWorld : *physics->GetBodyLockInterfaceNoLock().TryGetBody(bodies[int(i)]);
}

void addJoint(char kind, const float *x) {
	Body &a = one(x[0]), &b = one(x[1]);
	RVec3 p(x[2], x[3], x[4]);
	Vec3 axis(x[5], x[6], x[7]);
	Ref<TwoBodyConstraint> c;
	switch (kind) {
	case 'p': {
		PointConstraintSettings s;
		s.mPoint1 = s.mPoint2 = p;
		c = s.Create(a, b);
		break;
	}
	case 'h': {
		HingeConstraintSettings s;
		s.mPoint1 = s.mPoint2 = p;
		s.mHingeAxis1 = s.mHingeAxis2 = Vec3::sAxisZ();
		s.mNormalAxis1 = s.mNormalAxis2 = Vec3::sAxisX();
		c = s.Create(a, b);
		if (x[12] > 0) {
			HingeConstraint *h = static_cast<HingeConstraint *>(c.GetPtr());
			h->GetMotorSettings().SetTorqueLimit(x[12]);
			h->SetMotorState(EMotorState::Velocity);
			h->SetTargetAngularVelocity(x[11]);
		}
		break;
	}
	case 'l': {
		SliderConstraintSettings s;
		s.mPoint1 = s.mPoint2 = p;
		s.SetSliderAxis(axis);
		if (x[13] > 0) {
			s.mLimitsMin = s.mLimitsMax = 0;
			s.mLimitsSpringSettings = SpringSettings(ESpringMode::FrequencyAndDamping, x[13], x[14]);
		}
		c = s.Create(a, b);
		break;
	}
	case 'r': {
		DistanceConstraintSettings s;
		s.mPoint1 = p;
		s.mPoint2 = RVec3(x[8], x[9], x[10]);
		s.mMinDistance = 0;
		s.mMaxDistance = x[15];
		c = s.Create(a, b);
		break;
	}
	default:
		fail("joint\n");
	}
	physics->AddConstraint(c);
}

void readAll() {
	BodyInterface &i = physics->GetBodyInterface();
	for (BodyID id : bodies) {
		RVec3 p = i.GetCenterOfMassPosition(id);
		Quat q = i.GetRotation(id);
		Vec3 v = i.GetLinearVelocity(id), w = i.GetAngularVelocity(id);
		printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %d\n", double(p.GetX()), double(p.GetY()), double(p.GetZ()),
			q.GetX(), q.GetY(), q.GetZ(), q.GetW(), v.GetX(), v.GetY(), v.GetZ(), w.GetX(), w.GetY(), w.GetZ(), int(i.IsActive(id)));
	}
	fflush(stdout);
}

} // namespace

int main() {
	RegisterDefaultAllocator();
	Factory::sInstance = new Factory;
	RegisterTypes();
	TempAllocatorMalloc memory;
	JobSystemSingleThreaded jobs(cMaxPhysicsJobs);
	layers = new Layers;

	char line[1024];
	while (fgets(line, sizeof line, stdin) != nullptr) {
		Command c;
		if (!parse(line, &c)) {
			fail(line);
		}
		if (strcmp(c.word, "world") == 0) {
			beginWorld(c.x);
		} else if (strcmp(c.word, "body") == 0) {
			addBody(c.kind, c.shape, c.x);
		} else if (strcmp(c.word, "velocity") == 0) {
			physics->GetBodyInterface().SetLinearAndAngularVelocity(bodies[int(c.x[0])], Vec3(c.x[1], c.x[2], c.x[3]), Vec3(c.x[4], c.x[5], c.x[6]));
		} else if (strcmp(c.word, "joint") == 0) {
			addJoint(c.kind, c.x);
		} else if (strcmp(c.word, "step") == 0) {
			for (int i = 0; i < int(c.x[0]); i++) {
				physics->Update(dt, substeps, &memory, &jobs);
			}
		} else if (strcmp(c.word, "read") == 0) {
			readAll();
		} else {
			fail(line);
		}
	}
	return 0;
}
