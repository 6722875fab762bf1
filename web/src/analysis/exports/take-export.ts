import type { Export } from '@shop/language/api/exports'
import { api } from '../../lib/api.ts'
import { createArchiveProgress } from './archive-progress.ts'

export type Wanted = Pick<Export, 'format' | 'from' | 'to' | 'types'>
export type Taken = Readonly<{ bytes: number; event: number }>

const PATH = '/api/analysis/exports'

/** Has an export recorded and fetches its archive, telling how far it is. Throws also where the archive is not whole. */
export async function takeExport(
  wanted: Wanted,
  { signal, onTaken }: { signal: AbortSignal; onTaken: (taken: Taken) => void },
): Promise<Blob> {
  const { id } = await api.post<Export>(PATH, { body: wanted, idempotencyKey: crypto.randomUUID(), signal })
  const stream = await api.stream(`${PATH}/${id}`, { signal })
  const progress = createArchiveProgress()
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = stream.getReader()
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    chunks.push(value)
    bytes += value.length
    progress.take(value)
    onTaken({ bytes, event: progress.event() })
  }
  if (!progress.hasEnded()) throw new Error('The archive is not whole')
  return new Blob(chunks)
}
