import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readConfig } from '@shop/server/config'
import { storesIn } from '@shop/server/open-stores'
import { acceptedIn, requireOwnLog } from '@shop/server/own-log/own-log'
import { requireLogFile } from '@shop/server/stored-log'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { setPassword } from '../account/set-password.ts'
import { createCommandHandler } from '../handler/command-handler.ts'

const USAGE = 'Usage: npm run shop -- set-password <e-mail>, and the new password on the standard input'

/** Stop the shop first if its stores are files: only one process can use the file of a log. */
async function run([email = '', ...more]: readonly string[]) {
  // Do not take the password from the arguments, because other users of the machine can read them in the list of processes.
  if (email === '' || more.length > 0) throw new Error(USAGE)
  await using opening = new AsyncDisposableStack()
  const { stores } = readConfig(undefined, 'none')
  requireLogFile(stores.events)
  const own = await requireOwnLog(stores, ['keys'], acceptedIn([], false))
  const opened = storesIn(opening, stores)
  const [store, keys] = [await opened.events(), await opened.keys()]
  await own.belong(store, keys)
  const commands = createCommandHandler(createShopLog(store, keys))
  await setPassword({ commands, keys }, email, await newPassword())
  process.stdout.write(`${email} has a new password. All their sessions are signed out\n`)
}

/** A terminal does not show the typed password. */
async function newPassword(): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return (await text(stdin)).split(/\r?\n/)[0] ?? ''
  stderr.write('New password: ')
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: unseen, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    stderr.write('\n')
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const { message } = error as Error
  process.stderr.write(`${message}${/ in use/.test(message) ? '. Stop the shop first' : ''}\n`)
  process.exitCode = 1
}
