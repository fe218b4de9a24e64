#pragma once
// zlib, whose initializers are macros.
#include <zlib.h>

// Inflates a stream without a header; returns the length, or -1 where it is damaged or longer than
// the room for it.
static inline long czlib_inflate_raw(
    const unsigned char *_Nonnull bytes, unsigned length, unsigned char *_Nonnull room,
    unsigned size) {
  z_stream stream = {0};
  if (inflateInit2(&stream, -15) != Z_OK) return -1;
  stream.next_in = (unsigned char *)bytes;
  stream.avail_in = length;
  stream.next_out = room;
  stream.avail_out = size;
  int result = inflate(&stream, Z_FINISH);
  inflateEnd(&stream);
  return result == Z_STREAM_END ? (long)stream.total_out : -1;
}

// Begins to unpack a file of gzip; 0 where that is possible.
static inline int czlib_begin(z_stream *_Nonnull stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}
