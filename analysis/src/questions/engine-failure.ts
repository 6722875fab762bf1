import { ENGINE_MEMORY_MB } from '../limits.ts'
import { type Failure, QuestionFailed } from './question.ts'

/** Leaves out messages about files, because they name the operator's folders. */
export function failureOf(error: unknown, sql = ''): Failure {
  if (error instanceof QuestionFailed) return error.failure
  if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return DISK_FULL
  if (isOutOfMemory(error as Error)) return OUT_OF_MEMORY
  const [, kind = '', said = ''] = /^([A-Z][A-Za-z ]*Error): ([\s\S]*)$/.exec(String((error as Error).message)) ?? []
  const message = firstParagraph(said)
  // The kind of an error does not always show that the disk is full, for example after a failed commit.
  if (/No space left|not enough space|disk is full/i.test(message)) return DISK_FULL
  switch (kind) {
    case 'IO Error':
    case 'TransactionContext Error':
    // A damaged file can cause an error of this kind.
    case 'Invalid Error':
      return BEING_WRITTEN
    case 'Permission Error':
      return { reason: 'refused', message: 'A question may read only the tables of the analysis' }
    case '':
    case 'INTERNAL Error':
    case 'FATAL Error':
      return { reason: 'error', message: 'The engine cannot answer this question' }
    default:
      return /file "|Parquet file/.test(message)
        ? BEING_WRITTEN
        : { reason: 'error', message, ...positionIn(said, sql) }
  }
}

const BEING_WRITTEN: Failure = {
  reason: 'unavailable',
  message: 'The copy of the log is being rebuilt. Try again in a moment',
}

export const DISK_FULL: Failure = {
  reason: 'size',
  message: "The shop's disk has too little free space for the rows. Tell the operator",
}

export const tooLarge = (mostBytes: number): Failure => ({
  reason: 'size',
  message: `The rows need more than ${mostBytes / 2 ** 20} MiB on the disk. Select fewer rows or columns`,
})

export const OUT_OF_MEMORY: Failure = {
  reason: 'memory',
  message: `The answer needs more memory than a question may take (${ENGINE_MEMORY_MB} MB). Select fewer events, columns or groups`,
}

/** True also if a text or list is too long for JavaScript. */
const isOutOfMemory = (error: Error) =>
  error instanceof RangeError || /^Out of Memory Error|bad.alloc|Cannot create a string/.test(error.message)

/** Leaves out the line that shows the mistake, and the list of all functions with the same name. */
function firstParagraph(said: string) {
  const text = said.split(/\n\s*\n|\nLINE \d|\n\s*Candidate functions:/)[0]!.trim()
  const isTextAsMoment = /argument types '.*\b(VARCHAR.*TIMESTAMP|TIMESTAMP.*VARCHAR)\b.*'/.test(text)
  return isTextAsMoment ? `${text} ${MOMENT_AS_TEXT}` : text
}

const MOMENT_AS_TEXT = 'A time in the data of an event is a text: write, for example, placedAt::TIMESTAMP'

/** The position is known only if the engine shows the whole line of the mistake. */
function positionIn(said: string, sql: string): { position?: number } {
  const [, label = '', number, shown, indent = ''] = /\n(LINE (\d+): )(.*)\n( *)\^/.exec(said) ?? []
  const above = sql.split('\n').slice(0, Number(number))
  if (shown === undefined || above.pop() !== shown) return {}
  const start = above.reduce((length, line) => length + line.length + 1, 0)
  return { position: start + Math.max(0, indent.length - label.length) }
}
