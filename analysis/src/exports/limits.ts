/** The most exports that are sent at once, to all callers together. Each has its own engine. */
export const MOST_EXPORTS_AT_ONCE = 2
/** The most memory that the process of an export's engine takes, for an export of any size. */
export const MOST_ENGINE_BYTES = 256 * 2 ** 20
