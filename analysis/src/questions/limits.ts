/** What a question may take. */
export const MOST_ROWS = 10_000
export const LONGEST_MS = 60_000
/** Of the engine's own buffers, as it counts them. */
export const ENGINE_MEMORY = '512MB'
/** Of the whole process: the engine does not count all that it takes. */
export const MOST_MEMORY_BYTES = 768 * 2 ** 20
/** Of an answer's rows as JSON, so that an answer is held and sent whole. */
export const MOST_ANSWER_BYTES = 4 * 2 ** 20
/** Of the files that an export takes, and of what they are made from. */
export const MOST_RESULT_BYTES = 2 ** 30
/** Of the disk, on which the shop's log may lie too: with less free, nothing is made for an export. */
export const LEAST_FREE_BYTES = 2 * 2 ** 30
/** Questions that are answered at once, whoever asks them. */
export const MOST_AT_ONCE = 3
