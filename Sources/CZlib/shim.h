#pragma once
// What Swift cannot reach of zlib: a macro.
#include <zlib.h>

// Begins to unpack a file of gzip; 0 where that is possible.
static inline int czlib_begin(z_stream *_Nonnull stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}
