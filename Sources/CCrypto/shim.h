#pragma once
// SHA-256, HMAC and AES-256-GCM of OpenSSL's libcrypto, which libpq brings along.
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <stdlib.h>

enum { CCRYPTO_HASH_BYTES = 32, CCRYPTO_KEY_BYTES = 32, CCRYPTO_NONCE_BYTES = 12, CCRYPTO_TAG_BYTES = 16 };

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

// Bytes that nobody can guess.
static inline void ccrypto_random(unsigned char *_Nonnull bytes, int length) {
  if (RAND_bytes(bytes, length) != 1) abort();
}

// Encrypts by AES-256-GCM, bound to a context; the tag follows the text.
static inline void ccrypto_aes256gcm_seal(
    const unsigned char *_Nonnull key, const unsigned char *_Nonnull nonce,
    const unsigned char *_Nullable context, int context_length,
    const unsigned char *_Nullable text, int length, unsigned char *_Nonnull sealed) {
  EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
  int count = 0;
  if (!cipher || EVP_EncryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) != 1 ||
      EVP_EncryptUpdate(cipher, NULL, &count, context, context_length) != 1 ||
      EVP_EncryptUpdate(cipher, sealed, &count, text, length) != 1 ||
      EVP_EncryptFinal_ex(cipher, sealed + count, &count) != 1 ||
      EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, CCRYPTO_TAG_BYTES, sealed + length) != 1)
    abort();
  EVP_CIPHER_CTX_free(cipher);
}

// Decrypts what ccrypto_aes256gcm_seal made, of so many bytes without the tag; 0 where key, context,
// nonce or text are not those.
static inline int ccrypto_aes256gcm_open(
    const unsigned char *_Nonnull key, const unsigned char *_Nonnull nonce,
    const unsigned char *_Nullable context, int context_length,
    const unsigned char *_Nonnull sealed, int length, unsigned char *_Nonnull text) {
  EVP_CIPHER_CTX *cipher = EVP_CIPHER_CTX_new();
  int count = 0;
  if (!cipher) abort();
  int is_whole = EVP_DecryptInit_ex(cipher, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
      EVP_DecryptUpdate(cipher, NULL, &count, context, context_length) == 1 &&
      EVP_DecryptUpdate(cipher, text, &count, sealed, length) == 1 &&
      EVP_CIPHER_CTX_ctrl(
          cipher, EVP_CTRL_GCM_SET_TAG, CCRYPTO_TAG_BYTES, (void *)(sealed + length)) == 1 &&
      EVP_DecryptFinal_ex(cipher, text + count, &count) == 1;
  EVP_CIPHER_CTX_free(cipher);
  return is_whole;
}
