import { ShopStarted, type ShopStartedEvent } from '@shop/language/shop/events'
import type { Decider } from '../handler/decider.ts'

/** At most this many equal starts are recorded in ten minutes, so that a shop that keeps crashing does not fill its log. */
const RECORDED = 3
const WITHIN_MS = 10 * 60_000

/**
 * The recorded starts of the last minutes, oldest first. `of`: the release, the read models and the settings. `partners`: the settings that
 * `requireSamePartners` compares.
 */
export type Starts = readonly Readonly<{ of: string; partners: string; atMs: number }>[]
export type StartCommand = { type: 'RecordStart' } & ShopStartedEvent['data']

export const startDecider: Decider<Starts, StartCommand, ShopStartedEvent> = {
  initialState: [],

  evolve(starts, { data }) {
    const start = startOf(data)
    return [...starts.filter(({ atMs }) => atMs > start.atMs - WITHIN_MS), start]
  },

  decide({ type: _, ...start }, starts) {
    const { of, partners, atMs } = startOf(start)
    const alike = starts.filter((earlier) => earlier.of === of && earlier.atMs > atMs - WITHIN_MS)
    const isLast = partners === starts.at(-1)?.partners
    return isLast && alike.length >= RECORDED ? [] : [ShopStarted(start)]
  },

  snapshot: { name: 'start@3', write: (starts) => starts, read: (starts: Starts) => starts },
}

const startOf = ({ startedAt, release, readModels, settings }: ShopStartedEvent['data']) => ({
  of: JSON.stringify([release, readModels, Object.entries(settings).toSorted()]),
  partners: JSON.stringify([settings.testPayments, settings.mailServer, settings.sandbox]),
  atMs: Date.parse(startedAt),
})
