export const AT_ONCE = 8

const FIRST_MS = 1_000
const LONGEST_MS = 5 * 60 * 1_000

/** `failures`: how often the job has failed in a row, at least 1. */
export const pauseAfterMs = (failures: number) => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
