import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { OUTBOX_DAYS } from '@shop/language/limits'
import { defect, logFact } from '../../logger/logger.ts'
import { type KeptMail, MAIL_ID, type Mail, type Mailer } from '../mailer.ts'

const KEPT_MS = OUTBOX_DAYS * 24 * 60 * 60 * 1000
const SWEEP_EVERY_MS = 60 * 60 * 1000

/** `forgetting`: the clock that decides which mails are old. */
type Options = Readonly<{ now?: () => number; forgetting?: () => number; sweepEveryMs?: number }>
type File = Readonly<{ name: string; id: string; writtenMs: number }>

/**
 * Keeps mails as files for `OUTBOX_DAYS`, readable only by the system user that runs the shop. Several processes can share the folder.
 * Throws when the folder cannot be made.
 */
export function openFolderMailer(
  folder: string,
  { now = Date.now, forgetting = now, sweepEveryMs }: Options = {},
): Mailer {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sweep = () =>
    removeOld(folder, forgetting).catch((error) =>
      logFact('error', 'Old mails in the outbox could not be removed', defect(error)),
    )
  const sweeping = setInterval(sweep, sweepEveryMs ?? SWEEP_EVERY_MS).unref()
  const swept = sweep()

  return {
    async send(mail) {
      if (!MAIL_ID.test(mail.id)) throw new Error('A mail’s id may have only letters, digits and hyphens')
      const name = nameOf(mail)
      if ((await writtenAt(join(folder, name))) !== undefined) return
      const kept: KeptMail = { ...mail, sentAt: new Date(now()).toISOString() }
      await write(folder, name, JSON.stringify(kept))
    },

    async kept(most, after) {
      const files = await newestFirst(folder)
      const start = after === undefined ? 0 : files.findIndex(({ id }) => id === after) + 1
      if (after !== undefined && start === 0) return []
      const read = await Promise.all(files.slice(start, start + most).map(({ name }) => readMail(join(folder, name))))
      return read.filter((mail) => mail !== undefined)
    },

    async forget(personId) {
      const theirs = prefixOf(personId)
      for (const name of await readdir(folder))
        if (name.startsWith(theirs)) await rm(join(folder, name), { force: true })
    },

    async close() {
      clearInterval(sweeping)
      await swept
    },
  }
}

/** STORAGE FORMAT. `<digest of the person>.<id>.json`. An erasure finds a person's mails only by these names. */
const nameOf = ({ personId, id }: Mail) => `${prefixOf(personId)}${id}.json`
const prefixOf = (personId: string) => `${createHash('sha256').update(personId).digest('hex').slice(0, 32)}.`
const MAIL_FILE = /^[0-9a-f]{32}\.([A-Za-z0-9-]+)\.json$/

/**
 * Writes the whole file or nothing, even if the power fails. The temporary name starts with the person's digest too, so that an erasure
 * finds the file.
 */
async function write(folder: string, name: string, content: string) {
  const unfinished = join(folder, `${name}.${randomUUID()}.new`)
  const file = await open(unfinished, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, join(folder, name))
  const directory = await open(folder)
  await directory.sync().finally(() => directory.close())
}

async function newestFirst(folder: string): Promise<readonly File[]> {
  const found = await Promise.all((await readdir(folder)).map((name) => fileNamed(folder, name)))
  const files = found.filter((file) => file !== undefined)
  return files.toSorted((a, b) => b.writtenMs - a.writtenMs || (a.name < b.name ? -1 : 1))
}

async function fileNamed(folder: string, name: string): Promise<File | undefined> {
  const id = MAIL_FILE.exec(name)?.[1]
  const writtenMs = id === undefined ? undefined : await writtenAt(join(folder, name))
  return id !== undefined && writtenMs !== undefined ? { name, id, writtenMs } : undefined
}

async function removeOld(folder: string, forgetting: () => number) {
  for (const name of await readdir(folder)) {
    const writtenMs = await writtenAt(join(folder, name))
    if (writtenMs !== undefined && writtenMs < forgetting() - KEPT_MS) await rm(join(folder, name), { force: true })
  }
}

/** Undefined if the file was removed meanwhile. */
const writtenAt = (file: string) => stat(file).then(({ mtimeMs }) => mtimeMs, passedOver)
const readMail = (file: string) => readFile(file, 'utf8').then((text) => JSON.parse(text) as KeptMail, passedOver)

function passedOver(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
