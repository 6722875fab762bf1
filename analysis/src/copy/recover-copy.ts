import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { START } from '@shop/language/events/event'
import { rowsOf } from '../tables/rows-of-tables.ts'
import {
  cartStartsFile,
  commitFile,
  DIGEST_BYTES,
  digestFile,
  filesOf,
  segmentsFolder,
  snapshotsFolder,
  tailFile,
  tailNamed,
} from './copy-files.ts'
import { type CopyState, readState } from './copy-state.ts'
import { Damaged } from './damaged.ts'
import { NO_EVENTS } from './event-digest.ts'
import { type MomentFile, openMomentFile } from './moment-file.ts'
import { openRecordFile } from './record-file.ts'
import { readSegments, type Segment } from './segments.ts'
import { type Begun, cutTail, openTail, type Tail } from './tail-file.ts'

/** A copy is continued only if these three fields are unchanged. */
export type Identity = Pick<CopyState, 'log' | 'tables' | 'segment'>

/** `counts`: the number of rows by table. */
export type CountedTail = Readonly<{ tail: Tail; counts: Record<string, number> }>

export type Recovered = Readonly<{
  state: CopyState
  segments: readonly Segment[]
  digests: DigestFile
  moments: MomentFile
  tails: readonly CountedTail[]
}>

export type OnDamage = (damaged: Damaged) => Promise<void>

/** Opens the copy as of its last commit. Empties a copy that is damaged or has another identity. */
export async function recoverCopy(folder: string, identity: Identity, onDamage: OnDamage): Promise<Recovered> {
  await mkdir(segmentsFolder(folder), { recursive: true, mode: 0o700 })
  try {
    const state = await readState(folder).catch(async () => {
      throw new Damaged(commitFile(folder), { first: 1, last: await newestInSegments(folder) })
    })
    const isOurs = state?.log === identity.log && state.tables === identity.tables && state.segment === identity.segment
    if (state && isOurs && state.event > 0) return await openCommitted(folder, state)
  } catch (error) {
    if (!(error instanceof Damaged)) throw error
    await onDamage(error)
  }
  await clearCopy(folder)
  const records = await openRecords(folder, 0)
  if (!records) throw new Error('the files of an empty copy could not be opened')
  return { state: { ...identity, event: 0, before: START, tails: [] }, segments: [], ...records, tails: [] }
}

/** Only an estimate, because the commit's file with the exact number cannot be read. */
const newestInSegments = (folder: string) =>
  readSegments(folder).then(
    (segments) => segments.at(-1)?.last ?? 1,
    () => 1,
  )

/** Throws Damaged if a file is missing or damaged. */
async function openCommitted(folder: string, state: CopyState): Promise<Recovered> {
  const segments = await readSegments(folder)
  const end = segments.at(-1)?.last ?? 0
  if (end > state.event) throw new Damaged(commitFile(folder), { first: state.event + 1, last: end })
  const counted: { first: number; counts: Record<string, number>; begun: Begun }[] = []
  for (let first = end + 1; first <= state.event; first += state.segment) {
    const last = Math.min(first + state.segment - 1, state.event)
    const noted = state.tails.find((tail) => tail.first === first)
    const file = tailFile(folder, first)
    const cut = await cutTail(file, first, last, noted)
    if (!cut) throw new Damaged(file, { first, last })
    counted.push({ first, counts: rowsOf(cut.types), begun: cut.begun })
  }
  const records = await openRecords(folder, state.event)
  if (!records) throw new Damaged(digestFile(folder), { first: 1, last: state.event })
  const tails: CountedTail[] = []
  for (const { first, counts, begun } of counted) tails.push({ tail: await openTail(folder, first, begun), counts })
  await removeTails(folder, new Set(tails.map(({ tail }) => tail.file)))
  return { state, segments, ...records, tails }
}

async function openRecords(folder: string, events: number) {
  const digests = await openDigestFile(folder, events)
  if (!digests) return undefined
  const moments = await openMomentFile(folder, events)
  if (moments) return { digests, moments }
  await digests.close()
  return undefined
}

/** Call this only while no process uses the copy. After a kill in the middle, the next start empties the copy again. */
export async function clearCopy(folder: string) {
  await rm(commitFile(folder), { force: true })
  for (const some of [segmentsFolder(folder), snapshotsFolder(folder), ...filesOf(cartStartsFile(folder))])
    await rm(some, { recursive: true, force: true })
  await mkdir(segmentsFolder(folder), { mode: 0o700 })
  await removeTails(folder, new Set())
}

async function removeTails(folder: string, but: ReadonlySet<string>) {
  for (const name of await readdir(folder))
    if (tailNamed(name) !== undefined && !but.has(join(folder, name))) await rm(join(folder, name))
}

type DigestFile = NonNullable<Awaited<ReturnType<typeof openDigestFile>>>

async function openDigestFile(folder: string, events: number) {
  const file = await openRecordFile(digestFile(folder), DIGEST_BYTES, events)
  return (
    file && {
      ...file,
      append: (digests: readonly string[]) => file.append(Buffer.from(digests.join(''), 'hex')),
      at: async (count: number): Promise<string> => (count === 0 ? NO_EVENTS : (await file.at(count)).toString('hex')),
    }
  )
}
