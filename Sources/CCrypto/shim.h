#pragma once
// SHA-256 of OpenSSL's libcrypto, which libpq brings along.
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>

enum { CCRYPTO_HASH_BYTES = 32 };

// Writes 32 bytes; there is no going on without them.
static inline void ccrypto_sha256(
    const unsigned char *_Nonnull bytes, size_t length, unsigned char *_Nonnull hash) {
  if (EVP_Digest(bytes, length, hash, NULL, EVP_sha256(), NULL) != 1) abort();
}

// The HMAC under a key, of 32 bytes likewise.
static inline void ccrypto_hmac_sha256(
    const unsigned char *_Nonnull key, size_t key_length,
    const unsigned char *_Nonnull bytes, size_t length, unsigned char *_Nonnull code) {
  if (!HMAC(EVP_sha256(), key, (int)key_length, bytes, length, code, NULL)) abort();
}
