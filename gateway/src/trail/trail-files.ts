import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { appendFile, mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TRAIL_ROW_DAYS } from '@shop/language/limits'
import { logFact } from '@shop/stores/logger/logger'

const DAY_MS = 24 * 60 * 60 * 1000
const RAW_FILE = /^raw-(\d{4}-\d\d-\d\d)-[\w-]+\.ndjson$/
/** The limit of one process in a day. Later rows are only counted. */
const MOST_RAW_BYTES = 16 * 2 ** 20
/** A slow or full disk must not use up the process's memory. */
const MOST_WAITING_BYTES = 2 ** 18
const OWN = { mode: 0o600 }

export function newestDayIn(folder: string): string | undefined {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names
    .flatMap((name) => RAW_FILE.exec(name)?.[1] ?? [])
    .toSorted()
    .at(-1)
}

/** Other processes may use the same folder. No function throws: a full disk stops only the trail, and is logged once a day. */
export function openTrailFiles(folder: string, writer = randomUUID().slice(0, 8)) {
  const waiting = new Map<string, string[]>()
  let waitingBytes = 0
  let day = ''
  let dayBytes = 0
  let loggedOn = ''

  return {
    put(ofDay: string, row: object) {
      const line = `${JSON.stringify(row)}\n`
      const bytes = Buffer.byteLength(line)
      if (ofDay !== day) [day, dayBytes] = [ofDay, 0]
      if (dayBytes + bytes > MOST_RAW_BYTES || waitingBytes + bytes > MOST_WAITING_BYTES) return
      dayBytes += bytes
      waitingBytes += bytes
      const lines = waiting.get(day)
      if (lines) lines.push(line)
      else waiting.set(day, [line])
    },

    async flush() {
      const taken = [...waiting]
      waiting.clear()
      waitingBytes = 0
      for (const [of, lines] of taken)
        await trying(() => appendFile(join(folder, `raw-${of}-${writer}.ndjson`), lines.join(''), OWN))
    },

    async count(ofDay: string, rows: Iterable<object>) {
      const file = join(folder, `counts-${ofDay}-${writer}.ndjson`)
      const lines = Array.from(rows, (row) => `${JSON.stringify(row)}\n`).join('')
      await trying(async () => {
        await writeFile(`${file}.new`, lines, OWN)
        await rename(`${file}.new`, file)
      })
    },

    async sweep(nowMs: number) {
      // Do not create the folder before there is something to store.
      if (!existsSync(folder)) return
      const last = new Date(nowMs - TRAIL_ROW_DAYS * DAY_MS).toISOString().slice(0, 10)
      await trying(async () => {
        for (const name of await readdir(folder))
          if ((RAW_FILE.exec(name)?.[1] ?? last) < last) await unlink(join(folder, name))
      })
    },
  }

  async function trying(write: () => Promise<unknown>) {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write()
    } catch (error) {
      const today = new Date().toISOString().slice(0, 10)
      if (loggedOn === today) return
      loggedOn = today
      logFact('warn', 'The trail cannot be written. The shop works without it', {
        code: (error as NodeJS.ErrnoException).code,
      })
    }
  }
}
