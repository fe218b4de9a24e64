#pragma once
#include <spawn.h>

// Swift's Glibc module leaves out what is not in the standard (glibc has it since 2.34).
static inline int cspawn_add_directory(
    posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull path) {
  extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
  return posix_spawn_file_actions_addchdir_np(actions, path);
}

static inline int cspawn_add_close_from(posix_spawn_file_actions_t *_Nonnull actions, int first) {
  extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}
