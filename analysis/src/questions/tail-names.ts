/** Relations of the engine that no question can name: `readStatement` accepts no such name for a table or a WITH. */
export const TAIL = 'tail:of the copy'
export const TAIL_AS_OF = 'tail:of the copy as of'
/** A placeholder in SQL for a list of files. */
export const TAIL_FILES = '[files of the tail]'
