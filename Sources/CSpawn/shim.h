#pragma once
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// Swift's Glibc module leaves out what is not in POSIX, and Swift may not fork.

enum { cspawn_path_only = 010000000 };  // O_PATH

// The program to start, with its arguments and environment.
struct cspawn_request {
  int program;  // a descriptor of the file, opened with O_PATH
  char *_Nullable const *_Nonnull argv;
  char *_Nullable const *_Nonnull envp;
  const char *_Nonnull directory;
  int input, output, error;
  int takes_user;  // whether uid, gid and groups are taken on
  uid_t uid;
  gid_t gid;
  const gid_t *_Nullable groups;
  size_t group_count;
  int is_confined;  // whether it can gain no privilege: no set-user-ID program does what it is for
};

// The step that failed.
enum cspawn_step { cspawn_run = 0, cspawn_user = 1, cspawn_directory = 2, cspawn_prepare = 3 };

// In the child of a process with threads: system calls only, and those that change users by number, as the
// library's would look for threads that are not there.
static inline enum cspawn_step cspawn_become(const struct cspawn_request *_Nonnull r) {
  if (setpgid(0, 0) != 0) return cspawn_prepare;
  struct sigaction standard;
  memset(&standard, 0, sizeof standard);
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
  if (dup2(r->input, 0) < 0 || dup2(r->output, 1) < 0 || dup2(r->error, 2) < 0) return cspawn_prepare;
  if (r->is_confined && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return cspawn_user;
  if (r->takes_user) {
    if (syscall(SYS_setgroups, r->group_count, r->groups) != 0) return cspawn_user;
    if (syscall(SYS_setresgid, r->gid, r->gid, r->gid) != 0) return cspawn_user;
    if (syscall(SYS_setresuid, r->uid, r->uid, r->uid) != 0) return cspawn_user;
  }
  if (chdir(r->directory) != 0) return cspawn_directory;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  syscall(SYS_execveat, r->program, "", r->argv, r->envp, 0x1000 /* AT_EMPTY_PATH */);
  return cspawn_run;
}

// Starts a program in a process group of its own with descriptors 0, 1 and 2; 0, or an error number and the
// step that failed.
static inline int cspawn_start(
    const struct cspawn_request *_Nonnull request, pid_t *_Nonnull pid, int *_Nonnull step) {
  *step = cspawn_prepare;
  struct cspawn_request r = *request;
  int report[2];
  if (pipe(report) != 0) return errno;
  // Above what the child's own descriptors take.
  int copies[5] = {r.input, r.output, r.error, r.program, report[1]};
  int code = 0;
  for (int i = 0; i < 5; i++) {
    copies[i] = fcntl(copies[i], F_DUPFD_CLOEXEC, 10);
    if (copies[i] < 0) code = code ? code : errno;
  }
  close(report[1]);
  fcntl(report[0], F_SETFD, FD_CLOEXEC);
  if (code == 0) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    pid_t child = fork();
    if (child == 0) {
      // 3 is the program, 4 the report, and nothing else is left of ours.
      int failed[2] = {cspawn_prepare, 0};
      int teller = copies[4];
      if (dup3(copies[4], 4, O_CLOEXEC) == 4 && dup3(copies[3], 3, O_CLOEXEC) == 3) {
        teller = 4;
        r.input = copies[0], r.output = copies[1], r.error = copies[2], r.program = 3;
        // The three are duplicated first, and closed with everything else.
        if (dup2(r.input, 0) >= 0 && dup2(r.output, 1) >= 0 && dup2(r.error, 2) >= 0 &&
            syscall(SYS_close_range, 5u, ~0u, 0u) == 0) {
          r.input = 0, r.output = 1, r.error = 2;
          failed[0] = cspawn_become(&r);
        }
      }
      failed[1] = errno;
      ssize_t written = write(teller, failed, sizeof failed);
      _exit(written < 0 ? 126 : 127);
    }
    code = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(copies[4]);
    copies[4] = -1;
    if (code == 0) {
      int failed[2];
      ssize_t count;
      do {
        count = read(report[0], failed, sizeof failed);
      } while (count < 0 && errno == EINTR);
      if (count == sizeof failed) {
        *step = failed[0];
        code = failed[1];
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
      } else {
        *pid = child;
      }
    }
  }
  for (int i = 0; i < 5; i++)
    if (copies[i] >= 0) close(copies[i]);
  close(report[0]);
  return code;
}

// Closes /proc/PID/environ, mem, fd and the like of this process to everybody but root, other processes of
// the same user included; 0, or -1 with errno.
static inline int cspawn_hide_process(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Puts copies of the environment's variables on the heap, so that the memory that /proc/PID/environ shows
// can be wiped; 0, or -1 without memory. For a process that has one thread yet.
static inline int cspawn_move_environment(void) {
  extern char **environ;
  size_t count = 0;
  while (environ && environ[count]) count++;
  char **copy = (char **)calloc(count + 1, sizeof *copy);
  if (!copy) return -1;
  for (size_t i = 0; i < count; i++) {
    copy[i] = strdup(environ[i]);
    if (!copy[i]) return -1;
  }
  environ = copy;
  return 0;
}
