import { AccountErased, AccountKeyDestroyed } from '@shop/language/account/events'
import { definitionOf } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { anyOf } from '@shop/language/test-support/any-event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { followStandings } from '@shop/stores/read-store/standings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projections } from './all.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'

/** In each history, the events that erase a person come last. */
const AT_THE_END = ['AccountErased', 'AccountKeyDestroyed']
const followed = [...new Set(projections.flatMap(({ on }) => Object.keys(on)))]
/** Each history starts with these events, which create a product, an account, an order and so on. Later events change these things. */
const BEGINNINGS = ['ProductListed', 'StockCounted', 'AccountRegistered', 'PaymentPending', 'OrderPlaced', 'CaseOpened']
const event = fc.oneof(...followed.filter((type) => !AT_THE_END.includes(type)).map(anyOf))

/** A person can continue shopping until their key is destroyed. After that there is no event with personal fields. */
const history = fc.tuple(
  fc.tuple(...BEGINNINGS.map(anyOf)),
  fc.array(event, { minLength: 1, maxLength: 40, size: 'max' }),
  fc.constantFrom('ada', 'bob'),
  fc.array(anyOf('OrderPlaced'), { maxLength: 3 }),
)

test('for any history, live and rebuilt documents are equal, also after a key was destroyed', async () => {
  await fc.assert(
    fc.asyncProperty(
      history,
      fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1 }),
      async ([beginnings, before, erased, late], sizes) => {
        const events = [
          ...beginnings,
          ...before,
          AccountErased({ accountId: erased, emailKey: 'k' }),
          ...late,
          AccountKeyDestroyed({ accountId: erased }),
        ]
        const log = openSqliteEventStore(':memory:')
        const live = openSqliteReadStore(':memory:')
        const rebuilt = openSqliteReadStore(':memory:')
        const stop = new AbortController()
        const running = runProjections(projections, log, live, stop.signal)
        const names = projections.map(({ into }) => into.name)
        const { reached } = followStandings(live, names)
        await running.caughtUp
        for (let start = 0, n = 0; start < events.length; n++) {
          const size = sizes[n % sizes.length] ?? 1
          const { position } = await append(log, 'stream', ...events.slice(start, start + size))
          start += size
          if (n % 2 === 0) await reached(position, 2_000)
        }
        expect(await reached(await log.head(), 2_000)).toEqual({ behind: false, halted: [] })

        const again = runProjections(projections, withoutKey(log, erased), rebuilt, stop.signal)
        await again.caughtUp
        expect(await everything(rebuilt)).toEqual(await everything(live))
        stop.abort()
        await Promise.all([running.done, again.done])
        await Promise.all([log.close(), live.close(), rebuilt.close()])
      },
    ),
    { numRuns: 50 },
  )
})

const everything = async (readStore: ReadStore) =>
  Promise.all(
    projections.map(async ({ into }) => [
      await readStore.checkpoint(into.name),
      (await readStore.find(into)).documents,
    ]),
  )

/** The same log, but the personal fields of this person cannot be read, as after their key was destroyed. */
function withoutKey(log: EventReader, erased: string): EventReader {
  const unreadable = (event: Recorded): Recorded => {
    const { personal } = definitionOf(event.type)
    const data = event.data as Record<string, unknown>
    if (!personal || data[personal.of] !== erased) return event
    return { ...event, data: { ...data, ...Object.fromEntries(personal.fields.map((field) => [field, null])) } }
  }
  return {
    ...log,
    async *follow(after, signal) {
      for await (const batch of log.follow(after, signal)) yield { ...batch, events: batch.events.map(unreadable) }
    },
  }
}
