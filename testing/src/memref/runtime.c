// What programs over memrefs need as they run, and what prints what they did. INDEX is the type of `index`.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct unranked { INDEX rank; void *descriptor; };
struct descriptor { char *allocated, *aligned; INDEX offset; INDEX sizes_and_strides[]; };

void tern_program(int32_t number) {
  printf("program %d\n", number);
  fflush(stdout);
}

void tern_dump_bytes(const unsigned char *bytes, int64_t count) {
  for (int64_t i = 0; i < count; i++) printf("%02x", bytes[i]);
  puts("");
}

static void elements(const char *first, INDEX rank, const INDEX *sizes, const INDEX *strides, int64_t size) {
  if (rank == 0) {
    for (int64_t i = 0; i < size; i++) printf("%02x", (unsigned char)first[i]);
    return;
  }
  for (INDEX i = 0; i < *sizes; i++)
    elements(first + i * *strides * size, rank - 1, sizes + 1, strides + 1, size);
}

// The offset, then for each dimension its size and, where there is more than one element, its stride; the elements.
void tern_dump_memref(const struct descriptor *memref, int64_t rank, int64_t size) {
  const INDEX *sizes = memref->sizes_and_strides, *strides = sizes + rank;
  printf("at %lld:", (long long)memref->offset);
  for (int64_t i = 0; i < rank; i++) {
    printf(" %lld", (long long)sizes[i]);
    if (sizes[i] > 1) printf("/%lld", (long long)strides[i]);
  }
  printf(" ");
  elements(memref->aligned + memref->offset * size, rank, sizes, strides, size);
  puts("");
}

void tern_dump_unranked(const struct unranked *memref, int64_t size) {
  tern_dump_memref(memref->descriptor, memref->rank, size);
}

static void copy(const char *from, char *to, INDEX rank, const INDEX *sizes, const INDEX *from_strides,
                 const INDEX *to_strides, INDEX size) {
  if (rank == 0) {
    memcpy(to, from, size);
    return;
  }
  for (INDEX i = 0; i < *sizes; i++)
    copy(from + i * *from_strides * size, to + i * *to_strides * size, rank - 1, sizes + 1, from_strides + 1,
         to_strides + 1, size);
}

// What `memref.copy` calls where elements do not lie row by row.
void memrefCopy(INDEX size, const struct unranked *source, const struct unranked *target) {
  const struct descriptor *from = source->descriptor, *to = target->descriptor;
  INDEX rank = source->rank;
  copy(from->aligned + from->offset * size, to->aligned + to->offset * size, rank, from->sizes_and_strides,
       from->sizes_and_strides + rank, to->sizes_and_strides + rank, size);
}
