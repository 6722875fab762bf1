/** The most jobs that one worker handles at the same time. */
export const AT_ONCE = 8

const FIRST_MS = 1_000
const LONGEST_MS = 5 * 60 * 1_000

/** The pause before a job is tried again. `failures`: how often the job has failed in a row, at least 1. */
export const pauseAfterMs = (failures: number) => Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
