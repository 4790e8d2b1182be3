#include "campaigns/schema.h"

namespace heddle::campaigns {

namespace {

// Times are milliseconds since 1970 by the database's clock.
const std::vector<store::Migration> kMigrations = {
    {1,
     "campaigns",
     {
         R"(CREATE TABLE campaigns (
           id {key}, name TEXT NOT NULL UNIQUE, description TEXT NOT NULL, created BIGINT NOT NULL,
           started BIGINT, ended BIGINT, seconds DOUBLE PRECISION NOT NULL, lease BIGINT NOT NULL,
           saturation BIGINT NOT NULL))",
         // A file, by the SHA-256 of what it holds. Its row comes last: with it, all chunks are there.
         "CREATE TABLE blobs (digest TEXT PRIMARY KEY, size BIGINT NOT NULL)",
         R"(CREATE TABLE chunks (
           digest TEXT NOT NULL, number BIGINT NOT NULL, bytes {blob} NOT NULL, PRIMARY KEY (digest, number)))",
         // A build of a program with its settings.
         R"(CREATE TABLE series (
           id {key}, campaign BIGINT NOT NULL REFERENCES campaigns (id), program TEXT NOT NULL,
           number BIGINT NOT NULL, identity TEXT NOT NULL, build_id TEXT NOT NULL, architecture TEXT NOT NULL,
           heddle TEXT NOT NULL, input TEXT NOT NULL, created BIGINT NOT NULL, retired BIGINT NOT NULL,
           UNIQUE (campaign, program, number)))",
         R"(CREATE TABLE packed (
           series BIGINT NOT NULL REFERENCES series (id), path TEXT NOT NULL, digest TEXT NOT NULL,
           executable BIGINT NOT NULL, PRIMARY KEY (series, path)))",
         // One test, or one program without tests, with one strategy.
         R"(CREATE TABLE cells (
           id {key}, series BIGINT NOT NULL REFERENCES series (id), campaign BIGINT NOT NULL, test TEXT NOT NULL,
           arguments TEXT NOT NULL, strategy TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL,
           unit BIGINT NOT NULL, executions BIGINT NOT NULL, planned BIGINT NOT NULL, ended TEXT,
           UNIQUE (series, test, strategy)))",
         "CREATE INDEX cells_open ON cells (campaign, planned, id) WHERE ended IS NULL",
         // A unit of work: a search with a seed of its own. done: 0 to do, 1 done, 2 withdrawn.
         R"(CREATE TABLE units (
           cell BIGINT NOT NULL REFERENCES cells (id), number BIGINT NOT NULL, campaign BIGINT NOT NULL,
           series BIGINT NOT NULL, asked BIGINT NOT NULL, done BIGINT NOT NULL, due BIGINT NOT NULL, token TEXT,
           worker BIGINT, attempts BIGINT NOT NULL, began BIGINT, finished BIGINT, executions BIGINT NOT NULL,
           failed BIGINT NOT NULL, steps BIGINT NOT NULL, seconds DOUBLE PRECISION NOT NULL, news BIGINT NOT NULL,
           outcome TEXT NOT NULL, PRIMARY KEY (cell, number)))",
         "CREATE INDEX units_to_do ON units (campaign, due, number, cell) WHERE done = 0",
         "CREATE INDEX units_leased ON units (token) WHERE done = 0",
         R"(CREATE TABLE bugs (
           id {key}, campaign BIGINT NOT NULL REFERENCES campaigns (id), program TEXT NOT NULL,
           fingerprint TEXT NOT NULL, test TEXT NOT NULL, kind TEXT NOT NULL, functions TEXT NOT NULL,
           message TEXT NOT NULL, headline TEXT NOT NULL, found BIGINT NOT NULL, worker BIGINT NOT NULL,
           cell BIGINT NOT NULL, unit BIGINT NOT NULL, UNIQUE (campaign, program, fingerprint)))",
         R"(CREATE TABLE sightings (
           bug BIGINT NOT NULL REFERENCES bugs (id), cell BIGINT NOT NULL, unit BIGINT NOT NULL,
           series BIGINT NOT NULL, times BIGINT NOT NULL, execution BIGINT NOT NULL, stable BIGINT NOT NULL,
           PRIMARY KEY (bug, cell, unit)))",
         // Of each series: the first schedule that repeats the bug, or the first at all.
         R"(CREATE TABLE evidence (
           bug BIGINT NOT NULL REFERENCES bugs (id), series BIGINT NOT NULL, stable BIGINT NOT NULL,
           schedule TEXT NOT NULL, output {blob} NOT NULL, report TEXT NOT NULL, PRIMARY KEY (bug, series)))",
         "CREATE TABLE coverage (cell BIGINT NOT NULL, metric TEXT NOT NULL, item BIGINT NOT NULL, unit "
         "BIGINT NOT "
         "NULL, PRIMARY KEY (cell, metric, item))",
         R"(CREATE TABLE known (
           campaign BIGINT NOT NULL, fingerprint TEXT NOT NULL, test TEXT NOT NULL, kind TEXT NOT NULL,
           functions TEXT NOT NULL, message TEXT NOT NULL, PRIMARY KEY (campaign, fingerprint)))",
         R"(CREATE TABLE workers (
           id {key}, campaign BIGINT NOT NULL, name TEXT NOT NULL, heddle TEXT NOT NULL, began BIGINT NOT NULL,
           seen BIGINT NOT NULL, ended BIGINT, note TEXT NOT NULL))",
     }},
    // A reference to a bug locks the bug's row. A bug that hundreds of workers see at the same time would be
    // a row with hundreds of lockers, and PostgreSQL writes the list of them anew for each.
    {2,
     "sightings without a reference to the bug",
     {
         R"(CREATE TABLE sightings_of_bugs (
           bug BIGINT NOT NULL, cell BIGINT NOT NULL, unit BIGINT NOT NULL,
           series BIGINT NOT NULL, times BIGINT NOT NULL, execution BIGINT NOT NULL, stable BIGINT NOT NULL,
           PRIMARY KEY (bug, cell, unit)))",
         "INSERT INTO sightings_of_bugs (bug, cell, unit, series, times, execution, stable) SELECT bug, "
         "cell, "
         "unit, series, times, execution, stable FROM sightings",
         "DROP TABLE sightings",
         "ALTER TABLE sightings_of_bugs RENAME TO sightings",
     }},
};

}  // namespace

std::span<const store::Migration> all_migrations() {
  return kMigrations;
}

}  // namespace heddle::campaigns
