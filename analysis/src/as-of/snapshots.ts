import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '@shop/language/read-models/collection'
import * as z from 'zod'
import { snapshotsFolder } from '../copy/copy-files.ts'

/** The documents of a read model after so many events. */
export type Snapshot = Readonly<{ event: number; documents: readonly Document[] }>

/** STORAGE FORMAT. `digest`: of the events that it was made of, so that one of another log counts for nothing. */
const Content = z.object({ digest: z.string(), documents: z.array(z.looseObject({ _id: z.string() })) })

const NOTHING: Snapshot = { event: 0, documents: [] }

/** Snapshots of a read model, which may be deleted at any time. `digestAt`: of the copy's first events. */
export function openSnapshots(copy: string, readModel: string, digestAt: (event: number) => Promise<Buffer>) {
  const folder = snapshotsFolder(copy)
  const fileOf = (event: number) => join(folder, `${readModel}-${String(event).padStart(12, '0')}.json`)

  async function eventsUpTo(event: number): Promise<readonly number[]> {
    const names = await readdir(folder).catch(() => [])
    const events = names.filter((name) => name.startsWith(`${readModel}-`)).map((name) => Number(name.slice(-17, -5)))
    return events.filter((one) => one <= event).toSorted((one, other) => other - one)
  }

  async function read(event: number): Promise<Snapshot | undefined> {
    try {
      const { digest, documents } = Content.parse(JSON.parse(await readFile(fileOf(event), 'utf8')))
      return digest === (await digestAt(event)).toString('hex') ? { event, documents } : undefined
    } catch {
      return undefined
    }
  }

  return {
    /** The newest one of no later event; nothing, of no events, where there is none. */
    async before(event: number): Promise<Snapshot> {
      for (const one of await eventsUpTo(event)) {
        const found = await read(one)
        if (found) return found
      }
      return NOTHING
    },
    async keep({ event, documents }: Snapshot) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = join(folder, `${randomUUID()}.part`)
      const content = { digest: (await digestAt(event)).toString('hex'), documents }
      await writeFile(part, JSON.stringify(content), { mode: 0o600 })
      await rename(part, fileOf(event))
    },
  }
}
