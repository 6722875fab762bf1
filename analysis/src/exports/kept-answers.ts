import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { freeBytes } from '@shop/server/free-bytes'
import { KEPT_FILES, LEAST_FREE_BYTES, MOST_RESULT_BYTES } from '../limits.ts'
import { DISK_FULL } from '../questions/engine-failure.ts'
import { type Answer, type FilesTask, type MadeFiles, type Question, QuestionFailed } from '../questions/question.ts'

type Answered = Answer & { made?: MadeFiles | undefined }
type Limits = Readonly<{ mostKept?: number; keptMs?: number; mostBytes?: number; leastFree?: number }>
type Options<More> = More & Readonly<{ id: string; callerId: string }>

/** `place`: the folder with the answer's rows. */
export type KeptAnswer = Readonly<{
  id: string
  callerId: string
  question: Question
  answer: Answer
  made: MadeFiles
  place: string
}>
export type KeptAnswers = Pick<ReturnType<typeof createKeptAnswers>, 'answerOf'>

/**
 * If a question has a format, files with the rows are kept for export. Only the newest answer of each caller is kept, for some minutes.
 * `leastFree` bytes of the disk stay free.
 */
export function createKeptAnswers<More>(
  folder: string,
  ask: (question: Question, options: More & { files?: FilesTask | undefined }) => Promise<Answered>,
  {
    mostKept = KEPT_FILES.ofAll,
    keptMs = KEPT_FILES.forMs,
    mostBytes = MOST_RESULT_BYTES,
    leastFree = LEAST_FREE_BYTES,
  }: Limits = {},
) {
  const root = join(folder, 'answers')
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true, mode: 0o700 })
  /** The kept answers, oldest first. */
  let kept: readonly KeptAnswer[] = []
  /** The answers that are being sent, one entry for each response. */
  const sending: KeptAnswer[] = []

  function keep(one: KeptAnswer) {
    const others = kept.filter(({ callerId }) => callerId !== one.callerId)
    const sent = new Set(sending)
    const idle = [...others.filter((other) => !sent.has(other)), one].slice(-Math.max(1, mostKept - sent.size))
    only([...others, one].filter((other) => sent.has(other) || idle.includes(other)))
    setTimeout(() => only(kept.filter((other) => other !== one)), keptMs).unref()
  }

  function only(still: readonly KeptAnswer[]) {
    const gone = kept.filter((one) => !still.includes(one))
    kept = still
    gone.forEach(removeUnused)
  }

  const removeUnused = (one: KeptAnswer) => !kept.includes(one) && !sending.includes(one) && void removed(one.place)

  return {
    async ask(question: Question, { id, callerId, ...options }: Options<More>): Promise<Answer> {
      const { format } = question
      if (!format) return await ask(question, options as More & { files?: undefined })
      if (freeBytes(root) < leastFree) throw new QuestionFailed(DISK_FULL)
      const place = join(root, randomUUID())
      try {
        const files = { format, place, mostBytes, leastFree }
        const { made, ...answer } = await ask(question, { ...(options as More), files })
        if (!made) throw new Error('the process has answered the question but made no files')
        keep({ id, callerId, question, answer, made, place })
        return {
          ...answer,
          files: { format, rows: made.rows, bytes: made.files.reduce((sum, one) => sum + one.bytes, 0) },
        }
      } catch (error) {
        await removed(place)
        throw error
      }
    },
    /** The files of the answer stay until the caller disposes of the result. */
    answerOf(callerId: string, id: string): (KeptAnswer & Disposable) | undefined {
      const one = kept.find((other) => other.id === id && other.callerId === callerId)
      if (!one) return undefined
      sending.push(one)
      return {
        ...one,
        [Symbol.dispose]() {
          sending.splice(sending.indexOf(one), 1)
          removeUnused(one)
        },
      }
    },
  }
}

/** The next start removes a folder that cannot be removed now. */
const removed = (place: string) => rm(place, { recursive: true, force: true }).catch(() => {})
