import { ApiError, api } from '../../lib/api.ts'
import { createArchiveProgress } from './archive-progress.ts'
import { openSpool } from './spool.ts'
import type { Archive, FetchContext } from './use-saving.ts'

export type Taken = Readonly<{ bytes: number; event: number }>
export type Recording = Readonly<{ path: 'exports' | 'answer-exports'; body: object; name: string }>

/**
 * Whether an archive can no longer be downloaded. The shop keeps an answer's rows for some minutes, and drops them when the analysis
 * restarts.
 */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')

/**
 * The returned function records an export and downloads the archive. After a failure, the next call continues with the recorded export,
 * unless the archive is gone. The function throws the errors of `prepare` and of the API, and an error if the archive is incomplete.
 */
export function createTaking<Made extends Recording, Progress>(
  prepare: (context: FetchContext<Progress>) => Made | Promise<Made>,
  progressOf: (made: Made, taken: Taken) => Progress,
) {
  /** Every attempt has the same `key`, so that the shop records the export only once. */
  let kept: Readonly<{ made: Made; key: string }> | undefined

  return async (context: FetchContext<Progress>): Promise<Archive> => {
    kept ??= { made: await prepare(context), key: crypto.randomUUID() }
    const { made, key } = kept
    const { signal, report } = context
    const onTaken = (taken: Taken) => report(progressOf(made, taken))
    onTaken({ bytes: 0, event: 0 })
    try {
      const call = { body: made.body, idempotencyKey: key, signal }
      const { id } = await api.post<{ id: string }>(`/api/analysis/${made.path}`, call)
      const archive = await fetchArchive(id, signal, onTaken)
      kept = undefined
      return { name: made.name, archive }
    } catch (error) {
      if (isGone(error)) kept = undefined
      throw error
    }
  }
}

async function fetchArchive(id: string, signal: AbortSignal, onTaken: (taken: Taken) => void): Promise<Blob> {
  const stream = await api.stream(`/api/analysis/exports/${id}`, { signal })
  const spool = await openSpool()
  try {
    const progress = createArchiveProgress()
    let bytes = 0
    const reader = stream.getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      await spool.write(value)
      bytes += value.length
      progress.take(value)
      onTaken({ bytes, event: progress.event() })
    }
    if (!progress.hasEnded()) throw new Error('The download ended before the archive was complete')
    return await spool.whole()
  } catch (error) {
    await spool.drop()
    throw error
  }
}
