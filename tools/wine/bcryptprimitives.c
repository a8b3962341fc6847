// Wine 8 has no bcryptprimitives.dll, from which Go programs take their random numbers. This is the one function that they call.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T count) {
  return SystemFunction036(data, (ULONG)count);
}
