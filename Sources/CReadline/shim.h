#pragma once
// Parts of readline and Linux that Swift 6 cannot reach: mutable globals, macros, variadic
// functions.
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>
#include <readline/readline.h>
#include <readline/history.h>

// Text is UTF-8 whatever the user's locale; LC_NUMERIC stays "C", or JSON would get decimal commas.
// Returns whether that locale is UTF-8 too.
static inline int creadline_set_locale(void) {
  if (setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 1;
  setlocale(LC_CTYPE, "C.UTF-8");
  return 0;
}

// Blocks the signals that arrive through the returned descriptor; call before any thread exists.
// -1 with errno on failure.
static inline int creadline_signals(int interactive) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGHUP);
  sigaddset(&set, SIGQUIT);
  if (interactive) {
    sigaddset(&set, SIGWINCH);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGCONT);
  }
  signal(SIGPIPE, SIG_IGN);
  if (pthread_sigmask(SIG_BLOCK, &set, NULL) != 0) return -1;
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

// The next pending signal, or 0.
static inline int creadline_next_signal(int fd) {
  struct signalfd_siginfo info;
  return read(fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

static inline int creadline_doorbell(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }
static inline void creadline_ring(int fd) {
  uint64_t one = 1;
  ssize_t ignored = write(fd, &one, sizeof one);
  (void)ignored;
}
static inline void creadline_quiet(int fd) {
  uint64_t count;
  ssize_t ignored = read(fd, &count, sizeof count);
  (void)ignored;
}

static inline int creadline_screen_columns(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

static inline int creadline_screen_rows(int fd) {
  struct winsize size;
  return ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : 24;
}

// The points of a character, 0 where the terminal does not say.
static inline void creadline_character_size(int fd, int *_Nonnull columns, int *_Nonnull rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return;
  *columns = size.ws_xpixel / size.ws_col;
  *rows = size.ws_ypixel / size.ws_row;
}

// Defaults go in before rl_initialize reads the user's inputrc, so that the user's wish wins.
static inline void creadline_start(
    rl_completion_func_t *_Nonnull complete, rl_compdisp_func_t *_Nonnull display, int output) {
  rl_readline_name = "reeve";
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
  rl_change_environment = 0;
  rl_outstream = output == 1 ? stdout : stderr;
  rl_variable_bind("show-all-if-ambiguous", "on");
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_initialize();
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = display;
  rl_completer_word_break_characters = " \t\n=";
  rl_basic_quote_characters = "";
  rl_completer_quote_characters = "";
  history_comment_char = '#';
  history_write_timestamps = 1;
  using_history();
}

// File names only where wanted, our own order, and what follows a completed word; readline resets these each time.
static inline void creadline_completion_rules(int append, int files) {
  rl_attempted_completion_over = !files;
  rl_sort_completion_matches = 0;
  rl_completion_append_character = append;
  rl_completion_suppress_append = append == 0;
}

// Returns the function of TAB in Emacs mode or in vi's insert mode, as the user's inputrc binds it.
static inline rl_command_func_t *_Nullable creadline_tab(int vi) {
  KEYMAP_ENTRY *entry = &(vi ? vi_insertion_keymap : emacs_standard_keymap)['\t'];
  return entry->type == ISFUNC ? entry->function : NULL;
}
static inline void creadline_set_tab(int vi, rl_command_func_t *_Nonnull function) {
  (vi ? vi_insertion_keymap : emacs_standard_keymap)['\t'].function = function;
}
static inline int creadline_is_vi(void) { return rl_editing_mode == 0; }

// Runs what TAB did before, which looks whether it was what the last key did.
static inline int creadline_run_tab(
    rl_command_func_t *_Nonnull before, rl_command_func_t *_Nonnull now, int count, int key) {
  if (rl_last_func == now) rl_last_func = before;
  return before(count, key);
}

// Puts text where a part of the line up to the cursor is.
static inline void creadline_replace(int start, const char *_Nonnull text) {
  rl_begin_undo_group();
  rl_delete_text(start, rl_point);
  rl_point = start;
  rl_insert_text(text);
  rl_end_undo_group();
}

static inline void creadline_set_redisplay(rl_voidfunc_t *_Nonnull function) {
  rl_redisplay_function = function;
}
static inline int creadline_point(void) { return rl_point; }
static inline int creadline_end(void) { return rl_end; }

// Draws a hint behind the cursor, which stays where it is; or takes away what is behind it.
static inline void creadline_hint(const char *_Nonnull text) {
  fprintf(rl_outstream, "\x1b[K%s%s%s", *text ? "\x1b" "7\x1b[2m" : "", text, *text ? "\x1b[0m\x1b" "8" : "");
  fflush(rl_outstream);
}

static inline const char *_Nullable creadline_line(void) { return rl_line_buffer; }
static inline void creadline_completion_enabled(int enabled) { rl_inhibit_completion = !enabled; }

static inline void creadline_prep_terminal(void) { rl_prep_terminal(1); }

// Puts text on the screen above the line being typed, which is drawn again below it.
static inline void creadline_print_above(const char *_Nonnull text, size_t length) {
  rl_clear_visible_line();
  fwrite(text, 1, length, rl_outstream);
  fflush(rl_outstream);
  rl_on_new_line();
  rl_redisplay();
}

// Prints as part of the screen below the line (completions), then draws the line again.
static inline void creadline_print_below(const char *_Nonnull text, size_t length) {
  rl_crlf();
  fwrite(text, 1, length, rl_outstream);
  fflush(rl_outstream);
  rl_forced_update_display();
}

// Ctrl-C: leave whatever readline was in the middle of, and the line it was on; a hint behind the
// cursor, which readline has drawn again by then, is taken away.
static inline void creadline_interrupt(int hint) {
  rl_callback_sigcleanup();
  rl_free_line_state();
  fputs(hint ? "\x1b[K^C\n" : "^C\n", rl_outstream);
  fflush(rl_outstream);
}

// Ctrl-C at the prompt: begin a new line.
static inline void creadline_abandon_line(int hint) {
  creadline_interrupt(hint);
  rl_replace_line("", 1);
  rl_on_new_line();
  rl_redisplay();
}

// Another prompt for the line being typed.
static inline void creadline_change_prompt(const char *_Nonnull prompt) {
  if (strcmp(prompt, rl_prompt ? rl_prompt : "") == 0) return;
  rl_clear_visible_line();
  rl_set_prompt(prompt);
  rl_on_new_line();
  rl_redisplay();
}

// For tests, which play the terminal: its two ends, and the path of the one for the program.
static inline int creadline_open_terminal(
    int *_Nonnull control, int *_Nonnull terminal, char *_Nonnull name, int columns, int rows) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (openpty(control, terminal, name, NULL, &size) != 0) return -1;
  fcntl(*control, F_SETFD, FD_CLOEXEC);
  fcntl(*terminal, F_SETFD, FD_CLOEXEC);
  return 0;
}
