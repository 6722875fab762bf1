import { ANSWER_FILES_MINUTES } from '@shop/language/limits'
/*
 * TABLE: limits of the analysis. `tools/rules/limits-in-documents.test.ts` compares them with docs/api.md, and
 * `deploy/docker-compose.slow.test.ts` compares them with the memory of the containers.
 */

/**
 * The most runs at once. Each run takes a processor and `MOST_MEMORY_BYTES`. A run is cancelled if its client has not requested its
 * state for `unaskedMs`.
 */
export const RUNS = { ofOne: 2, ofAll: 3, unaskedMs: 20_000 }
/** How many ended runs are kept, and how long. Each answer can take `MOST_ANSWER_BYTES`. */
export const KEPT_RUNS = { ofOne: 4, ofAll: 16, forMs: 300_000 }
/** The limit for a question or an analyst's rule. */
export const LONGEST_RUN_MS = 60_000
/** More rows than anyone reads in a browser. Files may have more rows. */
export const MOST_ROWS = 10_000
/** More memory would not fit beside the other runs; with less, groups and sorts of long logs fail. */
export const ENGINE_MEMORY_MB = 512
/** What one question may write to the disk when its groups and joins do not fit into the engine's memory. */
export const SPILL_MB = 1024
/** The limit for the whole process, because the engine does not count all of its memory. */
export const MOST_MEMORY_BYTES = 768 * 2 ** 20
/** The limit for an answer's rows as JSON, because all of them are in memory and sent at once. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20
/** If an answer is larger than `MOST_ANSWER_BYTES`, each row has only this many events as its evidence. */
export const SHORT_EVIDENCE = 100

/** The memory of a rule's isolate, including its rows. */
export const RULE_MEMORY_MIB = 256

/** How many exports can be downloaded at once, by one caller and by all callers. */
export const EXPORTS = { ofOne: 1, ofAll: 2 }
/** A longer download is cut off, so that a slow reader cannot block all others. */
export const LONGEST_EXPORT_MS = 30 * 60_000
/** An export can be downloaded this long after it was made. */
export const TAKEN_WITHIN_MS = 24 * 3_600_000
/** The memory of an export's engine process. */
export const MOST_ENGINE_BYTES = 256 * 2 ** 20
/** The limit for an answer's files, together with the stored rows from which they are made. */
export const MOST_RESULT_BYTES = 2 ** 30
/** How many answers are kept as files, including those being sent, and how long. Each may take `MOST_RESULT_BYTES`. */
export const KEPT_FILES = { ofAll: 4, forMs: ANSWER_FILES_MINUTES * 60_000 }
/** The shop's log can be on the same disk. With less free space, no files are made for exports, and questions do not spill. */
export const LEAST_FREE_BYTES = 2 * 2 ** 30

/** How many requests of one kind run at once. */
export const READS_AT_ONCE = 16
/** Each request takes long, because every projection folds up to 500 events. */
export const BUG_REPORTS_AT_ONCE = 2

/** How many past heads of the log are kept. Each check of the log adds a head. */
export const MOST_PAST_HEADS = 60
