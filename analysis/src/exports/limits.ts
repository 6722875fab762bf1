/** Exports that are sent at once, for all callers together: each has its own engine. */
export const MOST_EXPORTS_AT_ONCE = 2
/** The memory of an export engine's process, for an export of any size. */
export const MOST_ENGINE_BYTES = 256 * 2 ** 20
