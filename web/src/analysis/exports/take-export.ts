import type { Export } from '@shop/language/analysis/exports'
import { api } from '../../lib/api.ts'
import { createArchiveProgress } from './archive-progress.ts'
import { openSpool } from './spool.ts'

export type Wanted = Pick<Export, 'format' | 'from' | 'to' | 'types'>
export type Taken = Readonly<{ bytes: number; event: number }>
type Fetching = Readonly<{ signal: AbortSignal; onTaken: (taken: Taken) => void }>
/** `key` is the same for every attempt of one export, so that the shop records the export only once. */
type Options = Fetching & Readonly<{ key: string }>

const PATH = '/api/analysis/exports'

/** Records an export of events and downloads its archive, with progress. Throws if the archive is incomplete. */
export async function takeExport(wanted: Wanted, { key, signal, onTaken }: Options): Promise<Blob> {
  const { id } = await api.post<Export>(PATH, { body: wanted, idempotencyKey: key, signal })
  return await fetchArchive(id, { signal, onTaken })
}

/** Downloads the archive of a recorded export, with progress. Throws if the archive is incomplete. */
export async function fetchArchive(id: string, { signal, onTaken }: Fetching): Promise<Blob> {
  const stream = await api.stream(`${PATH}/${id}`, { signal })
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
