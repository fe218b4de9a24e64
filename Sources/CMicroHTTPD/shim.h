#pragma once
// Functions of libmicrohttpd that Swift cannot call because their arguments are variable.
#include <microhttpd.h>

// Serves a listening socket, which it then owns, in one thread of its own.
static inline struct MHD_Daemon *_Nullable cmicrohttpd_start(
    int listener, unsigned connections, size_t bytes, MHD_AccessHandlerCallback _Nonnull receive,
    MHD_NotifyConnectionCallback _Nonnull note, void *_Nonnull context) {
  return MHD_start_daemon(
      MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, receive, context,
      MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, bytes, MHD_OPTION_NOTIFY_CONNECTION, note, context,
      MHD_OPTION_END);
}

static inline int cmicrohttpd_socket(struct MHD_Connection *_Nonnull connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
}

// Returns the context that `note` set for the connection when it began.
static inline void *_Nullable cmicrohttpd_context(struct MHD_Connection *_Nonnull connection) {
  return MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT)->socket_context;
}
