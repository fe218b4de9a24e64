#pragma once
// Functions of libcurl that Swift cannot call: setters with variable arguments, and callbacks.
#include <curl/curl.h>
#include <string.h>

typedef struct {
  long status;           // of HTTP; 0 for none
  curl_off_t wait;       // Retry-After in seconds; 0 for none
  size_t length;         // of the answer's body
  char begin[4096];      // of it
  size_t kept;           // of that
  char error[CURL_ERROR_SIZE];
} ccurl_answer;

// More of an answer than anybody means to send ends the request.
static size_t ccurl_take(char *bytes, size_t size, size_t count, void *into) {
  ccurl_answer *answer = (ccurl_answer *)into;
  size_t length = size * count, room = sizeof answer->begin - answer->kept;
  size_t kept = length < room ? length : room;
  memcpy(answer->begin + answer->kept, bytes, kept);
  answer->kept += kept;
  answer->length += length;
  return answer->length > 1 << 20 ? 0 : length;
}

// Posts a body over a handle that keeps its connection; no redirect is followed.
static inline CURLcode ccurl_post(
    CURL *_Nonnull curl, const char *_Nonnull url, struct curl_slist *_Nullable headers,
    const void *_Nonnull body, long length, long milliseconds, ccurl_answer *_Nonnull answer) {
  memset(answer, 0, sizeof *answer);
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  // The environment names no proxy: it would read what is sent to this host in the clear.
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOPROXY, "*");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, length);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, milliseconds);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ccurl_take);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, answer);
  curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, answer->error);
  CURLcode code = curl_easy_perform(curl);
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &answer->status);
  curl_easy_getinfo(curl, CURLINFO_RETRY_AFTER, &answer->wait);
  return code;
}
