#ifndef INBOX_DIGEST_H
#define INBOX_DIGEST_H

#include <stddef.h>
#include <stdint.h>

// SHA-256 of bytes that come in pieces (FIPS 180-4).
struct inbox_sha256 {
  uint32_t words[8];
  uint8_t block[64];
  uint64_t count;
};

void inbox_sha256_begin(struct inbox_sha256 *hash);
void inbox_sha256_add(struct inbox_sha256 *hash, const void *bytes, size_t count);
// Writes the 32 bytes of the hash.
void inbox_sha256_end(struct inbox_sha256 *hash, uint8_t *digest);

#endif
