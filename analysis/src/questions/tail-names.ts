/** The relations of the tail. No question can use them, because `readStatement` accepts no name with a colon. */
export const TAIL = 'tail:of the copy'
export const TAIL_AS_OF = 'tail:of the copy as of'
/** The placeholder for the list of the tail's files in the SQL that fills the relations. */
export const TAIL_FILES = '[files of the tail]'
