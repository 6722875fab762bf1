/** Relations of the engine that no question can name: for `readStatement` these are no names of tables, nor of a WITH. */
export const TAIL = 'tail:of the copy'
export const TAIL_AS_OF = 'tail:of the copy as of'
/** Stands in SQL for a list of files. */
export const TAIL_FILES = '[files of the tail]'
