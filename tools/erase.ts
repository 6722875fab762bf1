import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { QueuedCommand } from '@shop/language/commands'
import type { Recorded } from '@shop/language/events/event'
import { type Config, readConfig } from '@shop/server/config'
import { openJobQueue } from '@shop/server/open-adapters'
import { runTool } from '@shop/server/run-tool'
import { fileOf } from '@shop/server/stored-log'
import { type FoundPerson, findPerson, isAccount, personalValuesOf } from '@shop/stores/erasure/person'
import { unfinishedIn } from '@shop/stores/erasure/unfinished'
import type { Head } from '@shop/stores/event-store/chain'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { verifyReadLog } from '@shop/stores/event-store/verify-read-log'
import { steadyClock } from '@shop/stores/followed-clock'
import { emptyJournal } from '@shop/stores/open-sqlite'
import { isLocked } from '@shop/stores/writer-lock'
import { openPlaces, type Places } from './erasure-places.ts'
import { printFindings } from './print-findings.ts'

const ERASED_WITHIN_MS = 60_000
/** After the person's key is destroyed, the last value must be gone within this time (reliability R20: erasure). */
const GONE_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 1_000
const ORDERS: Readonly<Record<string, number>> = { OrderPlaced: 1, OrderRestored: 1, OrderDeleted: -1 }

/**
 * Erases a person with the shop's usual command, and afterwards searches for the person's values everywhere. If the log is a file that no
 * shop uses, starts a shop.
 */
await runTool('npm run shop -- erase <user> [<places>...] [--anyway]', async (argument, has, words) => {
  const config = readConfig(undefined, 'none')
  const places = await openPlaces(config, words.slice(1))
  let shop: ReturnType<typeof startShop> | undefined
  try {
    const person = await personIn(places, argument('user'))
    if (!has('--anyway')) await refuseUnfinished(places, person)
    const ids = idsOf(person)
    const { values, leftOut } = await personalValuesOf(new Set(ids), places.opened(), () => ({
      opened: places.opened(),
      stored: places.stored(),
    }))
    say(
      `${ids.join(' and ')}: ${values.length} values belong only to this person. ${leftOut} other values are too short or also belong to other people`,
    )
    const before = { head: await headOf(config, places), totals: await totalsOf(places.stored()) }
    if (needsStart(config)) shop = startShop()
    await shop?.started
    await ask(config, person, has('--anyway'))
    await untilErased(places, ids)
    await untilGone(config, places, values)
    await shop?.stop()
    if (!printFindings(values.length, await places.search(values))) process.exitCode = 1
    await compareTotals(config, places, before)
  } finally {
    await shop?.stop()
    await places.close()
  }
})

async function personIn(places: Places, user: string) {
  const person = await findPerson(user, places.opened())
  if (idsOf(person).length > 0) return person
  if (await isAccount(user, places.stored())) return { accountId: user, correspondent: undefined }
  throw new Error('There is no such user, or the user is already erased')
}

/** Throws if the customer waits for a parcel or for money (decisions C13b: deleting a user with open orders). */
async function refuseUnfinished(places: Places, { accountId }: FoundPerson) {
  const ids = accountId === undefined ? [] : await unfinishedIn(places.stored(), accountId, Date.now())
  if (ids.length === 0) return
  const named = ids.join(', ')
  throw new Error(
    `These orders are not shipped, or a payment or a refund is on its way: ${named}. No person was erased. Finish the orders first, or add --anyway`,
  )
}

function idsOf({ accountId, correspondent }: FoundPerson) {
  return [accountId, correspondent?.correspondentId].filter((id) => id !== undefined)
}

function needsStart({ stores }: Config) {
  return stores.events.startsWith('sqlite:') && !isLocked(fileOf(stores.events))
}

function startShop() {
  const main = new URL('../embedded/src/main.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [main, '--without-web', '--on-any-port'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const started = Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => {
      throw new Error('No person was erased, because the shop did not start')
    }),
  ])
  return {
    started,
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}

async function ask({ stores }: Config, { accountId, correspondent }: FoundPerson, anyway: boolean) {
  const commands: readonly QueuedCommand[] = [
    ...(accountId === undefined
      ? []
      : [{ type: 'EraseAccount', accountId, ...(anyway && { anyway: true as const }) } as const]),
    ...(correspondent ? [{ type: 'EraseCorrespondent', ...correspondent } as const] : []),
  ]
  const queue = await openJobQueue(stores.jobs, steadyClock())
  try {
    await queue.put(commands.map((command) => ({ id: `erase-${randomUUID()}`, command })))
  } finally {
    await queue.close()
  }
}

async function untilErased(places: Places, ids: readonly string[]) {
  for (const givesUpMs = performance.now() + ERASED_WITHIN_MS; performance.now() < givesUpMs; ) {
    const left = new Set(ids)
    for await (const batch of places.stored())
      for (const { type, data } of batch) {
        const { accountId = '', correspondentId = '' } = data as { accountId?: string; correspondentId?: string }
        if (type === 'AccountKeyDestroyed') left.delete(accountId)
        if (type === 'CorrespondentKeyDestroyed') left.delete(correspondentId)
      }
    if (left.size === 0) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new Error('No person was erased. The shop’s output has the reason, or no command-service works on the queue')
}

/** Empties the read models' journal, because the shop empties the journal only every half minute. */
async function untilGone({ stores }: Config, places: Places, values: readonly string[]) {
  for (const givesUpMs = performance.now() + GONE_WITHIN_MS; performance.now() < givesUpMs; ) {
    if (stores.readModels.startsWith('sqlite:')) emptyJournal(fileOf(stores.readModels))
    if ((await places.search(values)).findings.length === 0) return
    await sleep(LOOK_EVERY_MS)
  }
}

type Before = Readonly<{ head: Head; totals: Awaited<ReturnType<typeof totalsOf>> }>

/** Checks that no event was changed: the log's hash chain must contain the head from before the erasure. */
async function compareTotals(config: Config, places: Places, { head, totals }: Before) {
  const after = await totalsOf(places.stored())
  await headOf(config, places, head)
  say(`${totals.events} events unchanged, ${after.events - totals.events} new; the hash chain is valid`)
  say(`orders: ${totals.orders} before, ${after.orders} now; revenue: ${dollars(totals)} before, ${dollars(after)} now`)
}

async function headOf({ stores }: Config, { onServer }: Places, before?: Head) {
  const witnesses = before ? [{ ...before, from: 'before the erasure' }] : []
  return onServer ? verifyReadLog(onServer, 'The server’s log', witnesses) : verifyLog(fileOf(stores.events), witnesses)
}

function dollars({ revenueCents }: Before['totals']) {
  return (revenueCents / 100).toFixed(2)
}

function say(line: string) {
  process.stdout.write(`${line}\n`)
}

/** `revenueCents`: the sum over all orders that are not deleted. */
type Totals = Readonly<{ events: number; orders: number; revenueCents: number }>

async function totalsOf(stored: AsyncIterable<readonly Recorded[]>): Promise<Totals> {
  let [events, orders, revenueCents] = [0, 0, 0]
  for await (const batch of stored)
    for (const { type, data } of batch) {
      const sign = ORDERS[type] ?? 0
      events += 1
      orders += sign
      if (sign !== 0) revenueCents += sign * (data as { totalCents: number }).totalCents
    }
  return { events, orders, revenueCents }
}
