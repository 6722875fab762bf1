import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readConfig } from '@shop/server/config'
import { openKeysReadOnly } from '@shop/server/open-read-only'
import { runTool } from '@shop/server/run-tool'
import { readEvents } from '@shop/stores/event-store/sqlite/read-events'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { manifestOf } from '@shop/stores/event-store/witnesses'
import { syncJournal } from '@shop/stores/journal-sync'
import { destroyIn, noteCopy } from '@shop/stores/key-copies'
import { LogFileError } from '@shop/stores/log-file/log-file'
import { type CountedKeys, countKeys, type KeyCount, keysInWords } from '@shop/stores/sealing/count-keys'

/** Copies one of the shop's databases as of one moment, even while the shop runs. A copy of the log is verified and gets a manifest. */
await runTool('npm run shop -- back-up <file> <copy>', async (argument) => {
  const [file, copy] = [argument('file'), argument('copy')]
  if (!existsSync(file)) throw new LogFileError(`There is no file ${file}`)
  if (existsSync(copy)) throw new LogFileError(`${copy} exists already`)
  mkdirSync(dirname(copy), { recursive: true })
  const partial = `${copy}.part`
  rmSync(partial, { force: true })
  const tables = vacuum(file, partial)
  sync(partial)
  const head = tables.has('events') ? verifyLog(partial) : undefined
  const counted = head && (await keysOf(partial, file))
  const keys = counted && keyCountIn(counted)
  if (head) {
    const erased = counted?.erasedPeople ?? []
    const of = { file: basename(copy), created: new Date().toISOString(), bytes: statSync(partial).size, keys, erased }
    writeFileSync(`${copy}.manifest.json`, manifestOf(head, of))
    sync(`${copy}.manifest.json`)
  }
  // An erasure must know of every finished copy, so a copy of keys is recorded before it gets its final name.
  if (tables.has('keys')) noteCopy(file, resolve(copy))
  renameSync(partial, copy)
  // An erasure during the copying has not found the copy.
  if (tables.has('lost')) destroyIn(copy, resolve(file))
  sync(dirname(copy))
  const remark = head && `: sound up to position ${head.events}, hash ${head.hash}`
  process.stdout.write(`${copy} is written${remark ?? ''}\n`)
  if (keys && keys.lost + keys.damaged > 0)
    process.stderr.write(`${keysInWords(keys)}: see npm run shop -- verify-keys\n`)
})

/** The keys are in the `keys.db` beside the log, or on the server of the shop's key store. */
async function keysOf(copy: string, file: string): Promise<CountedKeys> {
  const { keys } = readConfig(undefined, 'none').stores
  const beside = join(dirname(file), 'keys.db')
  const store = await openKeysReadOnly(keys.startsWith('sqlite:') ? `sqlite:${beside}` : keys)
  try {
    return await countKeys(readEvents(copy), store)
  } finally {
    await store.close()
  }
}

function keyCountIn({ people, keys, erased, lost, damaged }: CountedKeys): KeyCount {
  return { people, keys, erased, lost, damaged }
}

/**
 * Also syncs the original's journal, so that a power cut cannot remove events from the original that the copy has. Returns the names of the
 * tables.
 */
function vacuum(file: string, into: string) {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  db.prepare('VACUUM INTO ?').run(into)
  syncJournal(file)
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  return new Set(tables.map(({ name }) => String(name)))
}

function sync(place: string) {
  const handle = openSync(place, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
