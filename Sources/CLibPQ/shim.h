#pragma once
#include <postgresql/libpq-fe.h>
#include <sys/eventfd.h>

// Swift's Glibc module leaves out sys/eventfd.h; a wait for the server needs a way to be woken.
static inline int clibpq_eventfd(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
