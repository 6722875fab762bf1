import { randomUUID } from 'node:crypto'
import type { Check } from '@shop/server/http/health'
import { repeatedly } from '@shop/server/repeatedly'
import { defect, logFact } from '@shop/stores/logger/logger'
import { openCase, settleCase } from '../case/cases.ts'
import type { Parts } from '../parts.ts'

const EVERY_MS = 60 * 60_000

type Watched = Pick<Parts, 'commands'> & Readonly<{ keys: Pick<Parts['keys'], 'faulty'> }>

/**
 * Checks all keys at the start and every hour. A lost or damaged key opens a case about the key's person (decisions M5). The case is
 * settled when this process finds that the key is back or destroyed.
 */
export function watchKeys({ commands, keys }: Watched, everyMs = EVERY_MS) {
  let faulty: ReadonlyMap<string, 'lost' | 'damaged'> = new Map()
  const opened = new Map<string, 'lost' | 'damaged'>()

  async function checkKeys() {
    const found = new Map<string, 'lost' | 'damaged'>()
    for await (const { person, standing } of keys.faulty()) found.set(person, standing)
    faulty = found
    const metadata = { correlationId: 'keys', causationId: randomUUID(), actor: { role: 'system' } } as const
    for (const [customerId, standing] of found)
      if (opened.get(customerId) !== standing) {
        const code = standing === 'lost' ? 'KEY_LOST' : 'KEY_DAMAGED'
        await openCase(commands, { kind: 'person-unreadable', customerId, amountCents: 0, code }, metadata)
        opened.set(customerId, standing)
      }
    for (const customerId of opened.keys())
      if (!found.has(customerId)) {
        await settleCase(commands, { kind: 'person-unreadable', customerId }, { outcome: 'settled' }, metadata)
        opened.delete(customerId)
      }
  }

  const failed = (error: unknown) => logFact('error', 'The keys could not be checked', defect(error))

  return {
    check: (): Check => {
      const all = [...faulty.values()]
      const counted = (['lost', 'damaged'] as const).map((word) => [all.filter((one) => one === word).length, word])
      return counted.flatMap(([count, word]) => (count ? [`${count} ${word}`] : [])).join(', ') || 'ok'
    },

    watch: (signal: AbortSignal) => repeatedly(() => checkKeys().catch(failed), everyMs, signal),
  }
}
