#include "campaigns/blobs.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>

#include "campaigns/digest.h"

namespace heddle::campaigns {

namespace {

namespace fs = std::filesystem;

Error damaged(const std::string& digest, const std::string& what) {
  return {"the file " + digest.substr(0, 12) + "... of the store is damaged: " + what +
          "; 'heddle campaign create' from where the program is puts it there again"};
}

// None: the store does not have it.
Result<std::optional<std::uint64_t>> size_in_store(store::Database& database, const store::Patience& patience,
                                                   const std::string& digest) {
  const Result<store::Rows> rows =
      store::run(database, patience, "SELECT size FROM blobs WHERE digest = $1", {digest});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return std::optional<std::uint64_t>();
  store::RowReader reader(rows->rows.front());
  const std::uint64_t size = reader.count();
  if (!reader.ok()) return damaged(digest, "it has no size");
  return std::optional(size);
}

Result<bool> put_chunks(store::Database& database, const store::Patience& patience, const std::string& digest,
                        std::ifstream& file) {
  store::Bytes chunk(kChunk);
  for (std::uint64_t number = 0; file.read(reinterpret_cast<char*>(chunk.data()), kChunk), file.gcount() > 0;
       ++number) {
    chunk.resize(static_cast<std::size_t>(file.gcount()));
    const Result<store::Rows> put = store::run(
        database, patience,
        "INSERT INTO chunks (digest, number, bytes) VALUES ($1, $2, $3) ON CONFLICT (digest, number) DO "
        "UPDATE SET bytes = $3",
        {digest, store::number(number), chunk});
    if (!put) return Error{put.error()};
    chunk.resize(kChunk);
  }
  return true;
}

Result<store::Bytes> fetch_chunk(store::Database& database, const store::Patience& patience,
                                 const std::string& digest, std::uint64_t number, std::uint64_t size) {
  // No more than a chunk leaves the database, whatever stands there.
  const Result<store::Rows> rows =
      store::run(database, patience,
                 "SELECT substr(bytes, 1, CAST($3 AS INTEGER)) FROM chunks WHERE digest = $1 AND number = $2",
                 {digest, store::number(number), store::number(kChunk + 1)});
  if (!rows) return Error{rows.error()};
  if (rows->empty()) return damaged(digest, "a part is missing");
  store::RowReader reader(rows->rows.front());
  store::Bytes bytes = reader.bytes(kChunk);
  if (!reader.ok() || bytes.size() != size) return damaged(digest, "a part has another size");
  return bytes;
}

}  // namespace

Result<std::string> put_file(store::Database& database, const store::Patience& patience,
                             const std::string& path) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error) return Error{"cannot read '" + path + "': " + error.message()};
  if (size > kLargestFile) return Error{"'" + path + "' is larger than 2 GB, more than a store takes"};
  const Result<std::string> digest = sha256_of_file(path);
  if (!digest) return digest;
  const auto there = size_in_store(database, patience, *digest);
  if (there && *there == size) {
    // What a store has may be damaged: creating a campaign again mends it.
    const Result<store::Rows> rows = store::run(
        database, patience,
        "SELECT COUNT(*), CAST(SUM(length(bytes)) AS BIGINT) FROM chunks WHERE digest = $1", {*digest});
    if (rows && !rows->empty()) {
      store::RowReader reader(rows->rows.front());
      if (reader.count() == (size + kChunk - 1) / kChunk && (size == 0 || reader.count() == size))
        return digest;
    }
  }
  std::ifstream file(path, std::ios::binary);
  if (Result<bool> put = put_chunks(database, patience, *digest, file); !put) return Error{put.error()};
  const Result<store::Rows> noted = store::run(
      database, patience,
      "INSERT INTO blobs (digest, size) VALUES ($1, $2) ON CONFLICT (digest) DO UPDATE SET size = $2",
      {*digest, store::number(size)});
  if (!noted) return Error{noted.error()};
  return digest;
}

Result<bool> fetch_file(store::Database& database, const store::Patience& patience, const std::string& digest,
                        const std::string& path) {
  if (!is_digest(digest)) return Error{"a packed file of the store has no name that could be a SHA-256"};
  const auto size = size_in_store(database, patience, digest);
  if (!size) return Error{size.error()};
  if (!*size) return damaged(digest, "it is not there");
  if (**size > kLargestFile) return damaged(digest, "its size is said to be more than 2 GB");
  const fs::space_info space = fs::space(fs::path(path).parent_path());
  if (space.available < **size)
    return Error{"there is no room for " + std::to_string(**size) + " bytes in '" +
                 fs::path(path).parent_path().string() + "'"};
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  Sha256 sum;
  for (std::uint64_t at = 0; file && at < **size; at += kChunk) {
    const Result<store::Bytes> chunk =
        fetch_chunk(database, patience, digest, at / kChunk, std::min<std::uint64_t>(kChunk, **size - at));
    if (!chunk) {
      fs::remove(path);
      return Error{chunk.error()};
    }
    sum.add(chunk->data(), chunk->size());
    file.write(reinterpret_cast<const char*>(chunk->data()), static_cast<std::streamsize>(chunk->size()));
  }
  file.close();
  if (!file) return Error{"cannot write '" + path + "': " + std::strerror(errno)};
  if (sum.finish() != digest) {
    fs::remove(path);
    return damaged(digest, "it holds something else than what was put there");
  }
  return true;
}

}  // namespace heddle::campaigns
