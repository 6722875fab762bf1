/** The limits of a question. */
export const MOST_ROWS = 10_000
export const LONGEST_MS = 60_000
/** The engine's own buffers, as the engine counts them. */
export const ENGINE_MEMORY = '512MB'
/** The whole process: the engine does not count all of its memory. */
export const MOST_MEMORY_BYTES = 768 * 2 ** 20
/** An answer's rows as JSON: an answer is held and sent as a whole. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20
/** The files of an export, and the data that they are made from. */
export const MOST_RESULT_BYTES = 2 ** 30
/** Space that must stay free on the disk, because the shop's log may also be there. With less, no files are made for an export. */
export const LEAST_FREE_BYTES = 2 * 2 ** 30
/** Questions that run at once, for all callers together. */
export const MOST_AT_ONCE = 3
