import { ANSWER_FILES_MINUTES } from '@shop/language/limits'
/*
 * TABLE: how much the analysis does at once, how large answers may be, and how long work may take. `tools/rules/limits-in-documents.test.ts`
 * compares it with docs/api.md, and `deploy/docker-compose.slow.test.ts` compares it with the memory of the containers.
 */

/** How many runs one caller, and all callers together, can have at once. A run takes a processor and `MOST_MEMORY_BYTES`. */
export const RUNS = { ofOne: 2, ofAll: 3 }
/** How many ended runs are kept for one caller and for all callers together, and how long. An answer can take `MOST_ANSWER_BYTES`. */
export const KEPT_RUNS = { ofOne: 4, ofAll: 16, forMs: 300_000 }
/**
 * The time limit for a question or a rule. A rule's isolate has the same limit, but its process reaches the limit first, because it starts
 * first.
 */
export const LONGEST_RUN_MS = 60_000
/** The most rows of an answer. Rows that are written to files have no such limit. */
export const MOST_ROWS = 10_000
/** The engine's limit for its own buffers. */
export const ENGINE_MEMORY_MB = 512
/** The limit for the whole process, because the engine does not count all of its memory. */
export const MOST_MEMORY_BYTES = 768 * 2 ** 20
/** The limit for an answer's rows as JSON, because the whole answer is in memory and is sent at once. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20

/** The most memory of the isolate in which a rule runs, including its rows. */
export const RULE_MEMORY_MIB = 256

/**
 * How many exports can be downloaded at once. `ofOne`: by one caller, so that one caller cannot block all others. `ofAll`: by all callers
 * together, because each export has its own engine.
 */
export const EXPORTS = { ofOne: 1, ofAll: 2 }
/** An export that takes longer than this is cut off, so that a slow reader cannot block all others. The caller can download it again. */
export const LONGEST_EXPORT_MS = 30 * 60_000
/** An export can be downloaded this long after it was recorded. */
export const TAKEN_WITHIN_MS = 24 * 3_600_000
/** The most memory that the process of an export's engine takes, for an export of any size. */
export const MOST_ENGINE_BYTES = 256 * 2 ** 20
/** The limit for the files with an answer's rows, together with the stored rows that they are made from. */
export const MOST_RESULT_BYTES = 2 ** 30
/** How many answers are kept as files, including answers that are being sent, and how long. */
export const KEPT_FILES = { ofAll: 4, forMs: ANSWER_FILES_MINUTES * 60_000 }
/** The space that must stay free on the disk, because the shop's log can be on it too. With less space, no files for exports are made. */
export const LEAST_FREE_BYTES = 2 * 2 ** 30

/**
 * How many requests of one kind can read the copy at once. The copy serves one read after the other, and finishes reads even for callers
 * that have disconnected.
 */
export const READS_AT_ONCE = 16
/** Each of these requests takes long, because every projection folds up to 500 events. */
export const BUG_REPORTS_AT_ONCE = 2
