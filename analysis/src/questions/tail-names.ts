/** The names of two relations in the engine. No question can use them, because `readStatement` accepts no name with a colon. */
export const TAIL = 'tail:of the copy'
export const TAIL_AS_OF = 'tail:of the copy as of'
/** A placeholder in SQL for a list of files. */
export const TAIL_FILES = '[files of the tail]'
