import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomFrom, wholeBelow } from '@shop/language/values/random-from'
import { storesIn } from '@shop/server/open-stores'
import type { Head } from '@shop/stores/event-store/chain'
import { newEvents, newStream } from '@shop/stores/event-store/contract/log-under-test'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'

export type Plan = Readonly<{ seed: number; tails: number; flips: number; say?: (line: string) => void }>
type Outcome = 'whole' | 'a prefix' | 'refused' | 'found by verify-log'
export type Report = Readonly<{
  tails: Readonly<Record<Outcome, number>>
  flips: Readonly<Record<Outcome, number>>
  /** Losses that were not reported. A report must name the position of the cut, or the file. */
  silent: readonly string[]
}>

/**
 * Between the two groups of appends, the store is closed, which writes the first events to the file. The later events are only in the
 * journal.
 */
const [APPENDS_IN_FILE, APPENDS_IN_JOURNAL] = [500, 120]
const NONE = { whole: 0, 'a prefix': 0, refused: 0, 'found by verify-log': 0 }

/**
 * Takes the files of a killed shop. Cuts the journal at a random byte, or flips one bit of the journal or the file. Then opens the files as
 * the shop does. Two results are right:
 *   1. The log opens with all acknowledged events, or with a prefix of them. If anything is lost or damaged, `verify-log` reports the
 *      position of the cut, or the damaged file.
 *   2. The log is refused, and the refusal names the file.
 */
export async function runPowerLossLab({ seed, tails, flips, say = () => {} }: Plan): Promise<Report> {
  const random = randomFrom(seed)
  const below = (count: number) => wholeBelow(random, count)
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-power-loss-'))
  try {
    const { heads, db, wal } = await writtenLog(folder, below)
    const acknowledged = { ...heads.at(-1)!, from: 'the last acknowledgement' }
    say(`${acknowledged.events} events acknowledged; file of ${db.length} bytes, journal of ${wal.length}`)
    const silent: string[] = []

    async function openDamaged(what: string, dbBytes: Buffer, walBytes: Buffer): Promise<Outcome> {
      const file = join(folder, 'events.db')
      for (const part of ['-shm', '.lock']) rmSync(`${file}${part}`, { force: true })
      writeFileSync(file, dbBytes)
      writeFileSync(`${file}-wal`, walBytes)
      const opened = await open(file)
      if (typeof opened === 'string') return checkPlace(what, opened, 'refused')
      if (heads[opened.events]?.hash !== opened.hash)
        silent.push(`${what}: its ${opened.events} events differ from the acknowledged events`)
      try {
        const { events } = verifyLog(file, [acknowledged])
        if (events !== acknowledged.events) silent.push(`${what}: ${events} events, but verify-log reports no loss`)
        return 'whole'
      } catch (error) {
        const isShorter = opened.events < acknowledged.events
        return checkPlace(what, (error as Error).message, isShorter ? 'a prefix' : 'found by verify-log')
      }
    }

    function checkPlace(what: string, message: string, outcome: Outcome): Outcome {
      const place = outcome === 'a prefix' ? /was cut off after position \d+/ : /events\.db/
      if (!place.test(message)) silent.push(`${what}: no place in "${message}"`)
      return outcome
    }

    const report = { tails: { ...NONE }, flips: { ...NONE } }
    for (let n = 0; n < tails; n++) {
      const end = below(wal.length)
      report.tails[await openDamaged(`journal cut at ${end}`, db, wal.subarray(0, end))] += 1
    }
    for (let n = 0; n < flips; n++) {
      const inJournal = n % 2 === 0
      const [file, bit] = [Buffer.from(inJournal ? wal : db), below(8)]
      const at = below(file.length)
      file[at]! ^= 1 << bit
      const what = `${inJournal ? 'journal' : 'file'}, byte ${at}, bit ${bit}`
      report.flips[await (inJournal ? openDamaged(what, db, file) : openDamaged(what, file, wal))] += 1
    }
    return { ...report, silent }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function writtenLog(folder: string, below: (count: number) => number) {
  const written = join(folder, 'written.db')
  const heads: Head[] = []
  async function append(times: number) {
    const store = openSqliteEventStore(written)
    for (let n = 0; n <= times; n++) {
      const head = (await store.chainHead())!
      // An append is stored completely or not at all, so only its last event can be the head.
      heads[head.events] = head
      if (n < times) await store.append(newStream(), -1, newEvents(1 + below(4)))
    }
    return store
  }
  await (await append(APPENDS_IN_FILE)).close()
  // The thread that moves the journal may still have the file open. The last connection that closes removes the journal.
  while (existsSync(`${written}-wal`)) await sleep(10)
  const store = await append(APPENDS_IN_JOURNAL)
  const copied = { db: readFileSync(written), wal: readFileSync(`${written}-wal`) }
  await store.close()
  return { heads, ...copied }
}

async function open(file: string): Promise<Head | string> {
  await using opening = new AsyncDisposableStack()
  const stores = { events: `sqlite:${file}`, keys: '', readModels: '', jobs: '', snapshots: '', counters: '' }
  try {
    const store = await storesIn(opening, stores).events()
    return (await store.chainHead())!
  } catch (error) {
    return (error as Error).message
  }
}
