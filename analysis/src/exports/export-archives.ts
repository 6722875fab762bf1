import type { ExportEvent } from '@shop/language/analysis/export-events'
import { ShopError } from '@shop/language/errors'
import { freeBytes } from '@shop/server/free-bytes'
import type { Copy } from '../copy/open-copy.ts'
import { LEAST_FREE_BYTES } from '../limits.ts'
import { answerArchive } from './answer-archive.ts'
import type { Spec } from './export-files.ts'
import type { KeptAnswer, KeptAnswers } from './kept-answers.ts'
import { writeArchive } from './write-archive.ts'

type Made = ExportEvent['data']
type TakenAnswer = Exclude<Made, Spec>
/** `signal` stops the making of chunks at once, even if the caller is not reading. */
type Archive = Readonly<{ name: string; chunks: (signal: AbortSignal) => AsyncIterable<Buffer> }>
type Source = Readonly<{
  copy: Pick<Copy, 'view' | 'digestAt' | 'check'>
  answers: KeptAnswers
  /** The folder for files with events. Each export removes its own files. */
  place: string
  /** An archive with events is made only if the disk of `place` has this many free bytes. */
  leastFree?: number | undefined
}>

/**
 * An archive is made while the caller reads it. Throws CONFLICT if the events or the answer are not available, OVERLOADED if the disk has
 * too little free space.
 */
export function exportArchives({ copy, answers, place, leastFree = LEAST_FREE_BYTES }: Source) {
  function ofEvents(spec: Spec): Archive {
    {
      using view = copy.view()
      if (view.event < spec.to)
        throw new ShopError(
          'CONFLICT',
          `The copy of the log has only ${view.event} events so far. Try again when it has ${spec.to}`,
        )
    }
    if (freeBytes(place) < leastFree)
      throw new ShopError('OVERLOADED', "The shop's disk has too little free space for the files. Tell the operator")
    return { name: `selvedge-${spec.from}-${spec.to}-${spec.format}.tar`, chunks: (signal) => chunksOf(spec, signal) }
  }

  async function* chunksOf(spec: Spec, signal: AbortSignal) {
    using view = copy.view()
    const rangeDigest = await copy.digestAt(spec.to)
    try {
      yield* writeArchive(spec, { view, rangeDigest, folder: place, signal })
    } catch (error) {
      // The engine does not always report which file it cannot read, so all files are checked.
      if (!signal.aborted) await copy.check(true)
      throw error
    }
  }

  function ofAnswer(made: TakenAnswer): Archive {
    const { exportId, authorId, runId } = made
    const find = () => {
      const kept = answers.answerOf(authorId, runId)
      if (kept && isOf(kept, made)) return kept
      kept?.[Symbol.dispose]()
      throw new ShopError('CONFLICT', 'The rows of this run are no longer available. Run the question again')
    }
    find()[Symbol.dispose]()
    async function* chunks() {
      using kept = find()
      yield* answerArchive(exportId, kept)
    }
    return { name: `selvedge-answer-${made.asOf}-${made.format}.tar`, chunks }
  }

  return (made: Made): Archive => ('runId' in made ? ofAnswer(made) : ofEvents(made))
}

const isOf = (
  { answer, made, question }: KeptAnswer,
  { format, asOf, questionDigest, resultDigest, rows }: TakenAnswer,
) =>
  question.format === format &&
  answer.asOf.event === asOf &&
  answer.questionDigest === questionDigest &&
  answer.resultDigest === resultDigest &&
  made.rows === rows
