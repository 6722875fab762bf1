import { hash } from 'node:crypto'
import type { Recorded } from '@shop/language/events/event'

/** `hash`: the hash of the last event, which covers all events. An empty log has 0 events and the hash ''. */
export type Head = Readonly<{ log: string; events: number; hash: string }>

/** A head that was recorded in a place where an attacker cannot change it. */
export type Witness = Head & Readonly<{ from: string }>

export type ChainedEvent = Readonly<{
  position: number
  stream: string
  version: number
  id: string
  type: string
  data: string
  metadata: string
}>

/** A hash also covers the hash of the event before, so that any change is noticed. STORAGE FORMAT: never change it. */
export const chained = (before: string, event: ChainedEvent) => {
  const { position, stream, version, id, type, data, metadata } = event
  const names = JSON.stringify([stream, id, type])
  return hash('sha256', `${before}\n${position}\n${version}\n${names}\n${data}\n${metadata}`, 'base64url')
}

export class LogChanged extends Error {
  /** Advice for the operator. Undefined if the operator should restore a backup. */
  readonly remedy: string | undefined
  constructor(log: string, what: string, remedy?: string) {
    super(`${log} ${what}`)
    this.name = 'LogChanged'
    this.remedy = remedy
  }
}

export const changedAt = (position: number) => `was changed at or right before position ${position}`

/**
 * Builds a chain for a store that keeps no chain. The chain numbers the events from 1, so two stores with the same events in the same order
 * give the same hashes, even if their positions differ.
 */
export function createChain(log: string, isSound: (head: Head) => void = () => {}) {
  let events = 0
  let hash = ''
  return {
    add({ stream, version, id, type, data, metadata }: Recorded) {
      events += 1
      const texts = { data: JSON.stringify(data), metadata: JSON.stringify(metadata) }
      hash = chained(hash, { position: events, stream, version, id, type, ...texts })
      isSound({ log, events, hash })
    },
    head: (): Head => ({ log, events, hash }),
  }
}

/**
 * `pass` takes each event's hash in order; `end` takes the number of events. Throws LogChanged if the log was rewritten or cut off, or if a
 * witness is from another log.
 */
export function createComparison(name: string, log: string, witnesses: readonly Witness[]) {
  const ordered = witnesses.toSorted((one, other) => one.events - other.events)
  const foreign = ordered.find((witness) => witness.log !== log)
  if (foreign)
    throw new LogChanged(name, `is the log ${log}, but ${foreign.from} is a witness of the log ${foreign.log}`)
  let next = 0
  let sound = 0
  return {
    pass(events: number, hash: string) {
      for (; ordered[next]?.events === events; next += 1) {
        const witness = ordered[next]!
        if (witness.hash !== hash)
          throw new LogChanged(name, `was rewritten after position ${sound}, up to ${events} (${witness.from})`)
        sound = events
      }
    },
    end(events: number) {
      const missing = ordered[next]
      if (missing)
        throw new LogChanged(
          name,
          `was cut off after position ${events}. It had ${missing.events} events (${missing.from})`,
        )
    },
  }
}
