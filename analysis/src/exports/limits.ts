/** Exports that are sent at once, whoever asks for them: each has an engine of its own. */
export const MOST_EXPORTS_AT_ONCE = 2
/** Of that engine's process, however much is exported. */
export const MOST_ENGINE_BYTES = 256 * 2 ** 20
