import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Document } from '@shop/language/collection'
import * as z from 'zod'
import { snapshotsFolder } from '../copy/copy-files.ts'

const [compressed, decompressed] = [promisify(zstdCompress), promisify(zstdDecompress)]

export type Snapshot = Readonly<{ event: number; documents: readonly Document[] }>
/** `every`: a snapshot is made after this many events. `dense`: this many of the newest snapshots stay, and only some older snapshots. */
export type Spacing = Readonly<{ every: number; dense: number }>

/** STORAGE FORMAT. `digest`: the digest of the log up to the snapshot's event. A snapshot from another log is ignored. */
const Content = z.object({ digest: z.string(), documents: z.array(z.looseObject({ _id: z.string() })) })
/** STORAGE FORMAT: `<read model>-<event>.json.zst`. */
const nameOf = (readModel: string, event: number) => `${readModel}-${String(event).padStart(12, '0')}.json.zst`
const NAME = /^(.+)-(\d{12})\.json\.zst$/
const PART = '.part'
/** If an unfinished file is older than this, the process that wrote it was killed. */
const LONGEST_WRITE_MS = 60_000

const NOTHING: Snapshot = { event: 0, documents: [] }

/**
 * Whether the snapshot after `event` stays when `newest` is the copy's last event. A snapshot whose number is a multiple of 2^k stays until
 * there are `dense` × 2^k newer snapshots.
 */
export function isKept(event: number, newest: number, { every, dense }: Spacing): boolean {
  const number = event / every
  const lowestBit = number & -number
  return Math.floor(newest / every) - number < dense * lowestBit
}

/** Snapshots may be deleted at any time. `digestAt(n)`: the digest of the copy's first `n` events. */
export function openSnapshots(copy: string, readModel: string, digestAt: (event: number) => Promise<string>) {
  const folder = snapshotsFolder(copy)
  const fileOf = (event: number) => join(folder, nameOf(readModel, event))

  async function eventsUpTo(event: number): Promise<readonly number[]> {
    const kept = (await snapshotsIn(folder)).filter((one) => one.readModel === readModel && one.event <= event)
    return kept.map((one) => one.event).toSorted((one, other) => other - one)
  }

  async function read(event: number): Promise<Snapshot | undefined> {
    try {
      const text = (await decompressed(await readFile(fileOf(event)))).toString()
      const { digest, documents } = Content.parse(JSON.parse(text))
      return digest === (await digestAt(event)) ? { event, documents } : undefined
    } catch {
      return undefined
    }
  }

  return {
    /** The newest snapshot up to this event, or an empty snapshot at event 0. */
    async before(event: number): Promise<Snapshot> {
      for (const one of await eventsUpTo(event)) {
        const found = await read(one)
        if (found) return found
      }
      return NOTHING
    },
    async keep({ event, documents }: Snapshot) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `${randomUUID()}${PART}`)
      const content = { digest: await digestAt(event), documents }
      await writeFile(part, await compressed(JSON.stringify(content)), { mode: 0o600 })
      await rename(part, fileOf(event))
    },
  }
}

/** Also removes snapshots of read models that `spacings` does not name, and files that killed processes left unfinished. */
export async function thinSnapshots(copy: string, newest: number, spacings: ReadonlyMap<string, Spacing>) {
  const folder = snapshotsFolder(copy)
  for (const { name, readModel, event } of await snapshotsIn(folder)) {
    const spacing = readModel === undefined ? undefined : spacings.get(readModel)
    if (spacing && isKept(event, newest, spacing)) continue
    if (!name.endsWith(PART) || (await isAbandoned(join(folder, name)))) await rm(join(folder, name), { force: true })
  }
}

async function snapshotsIn(folder: string) {
  const names = await readdir(folder).catch(() => [])
  return names.map((name) => {
    const [, readModel, event] = NAME.exec(name) ?? []
    return { name, readModel, event: Number(event) }
  })
}

async function isAbandoned(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > LONGEST_WRITE_MS
}
