/** No question can use these relations, because `readStatement` accepts no name with a colon. */
export const TAIL = 'tail:of the copy'
export const TAIL_AS_OF = 'tail:of the copy as of'
export const TAIL_FILES = '[files of the tail]'
