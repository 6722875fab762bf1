import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import { START } from '@shop/language/events/event'
import { createChain } from '../event-store/chain.ts'
import type { EventReader } from '../event-store/event-store.ts'
import { FORMAT, LogFileError, type Manifest, toLine } from './log-file.ts'

/**
 * Writes the log up to its current end into a new file, and returns the manifest. `store` must be the event store itself, not the shop log
 * around the event store.
 */
export async function exportLog(
  store: EventReader,
  file: string,
  onProgress: (events: number) => void = () => {},
): Promise<Manifest> {
  const end = await store.head()
  if (end === START) throw new LogFileError('The log is empty, so there is nothing to export')
  const log = await store.id()
  const partial = `${file}.part`
  const output = await openNew(partial, file)
  try {
    const manifest = { format: FORMAT, log, created: new Date().toISOString(), ...(await writeEvents()) } as const
    await output.appendFile(`${JSON.stringify(manifest)}\n`)
    await output.sync()
    await output.close()
    await rename(partial, file)
    return manifest
  } catch (error) {
    await output.close()
    await rm(partial, { force: true })
    throw error
  }

  async function writeEvents() {
    const digest = createHash('sha256')
    const chain = createChain(log)
    let [first, last] = [START, START]
    const stop = new AbortController()
    for await (const batch of store.follow(START, stop.signal)) {
      const upToEnd = batch.events.filter(({ position }) => position <= end)
      const lines = Buffer.from(upToEnd.map(toLine).join(''))
      digest.update(lines)
      await output.appendFile(lines)
      for (const event of upToEnd) chain.add(event)
      first ||= upToEnd[0]?.position ?? START
      last = upToEnd.at(-1)?.position ?? last
      onProgress(chain.head().events)
      if (batch.upTo >= end) stop.abort()
    }
    if (last !== end) throw new LogFileError('Reading stopped before the end of the log')
    const { events, hash } = chain.head()
    return { events, first, last, hash, sha256: digest.digest('hex') }
  }
}

async function openNew(partial: string, file: string): Promise<FileHandle> {
  if (existsSync(file)) throw new LogFileError(`${file} exists already`)
  try {
    return await open(partial, 'w')
  } catch (error) {
    throw new LogFileError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`)
  }
}
