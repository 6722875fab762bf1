/** The most rows of an answer. Rows that are written to files have no such limit. */
export const MOST_ROWS = 10_000
export const LONGEST_MS = 60_000
/** The engine's limit for its own buffers. */
export const ENGINE_MEMORY = '512MB'
/** The limit for the whole process, because the engine does not count all of its memory. */
export const MOST_MEMORY_BYTES = 768 * 2 ** 20
/** The limit for an answer's rows as JSON, because the whole answer is in memory and is sent at once. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20
/** The limit for the files with an answer's rows, together with the stored rows that they are made from. */
export const MOST_RESULT_BYTES = 2 ** 30
/** The space that must stay free on the disk, because the shop's log can be on it too. With less space, no files for exports are made. */
export const LEAST_FREE_BYTES = 2 * 2 ** 30
/** The number of questions that can run at once, for all callers together. */
export const MOST_AT_ONCE = 3
