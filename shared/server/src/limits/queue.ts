import { ShopError } from '@shop/language/errors'
import { networkOf } from './address-keys.ts'
import { createFairLine } from './fair-line.ts'
import { createShares, type Shares } from './shares.ts'

export type QueueLimits = Readonly<{
  /** How much work may be in progress at the same time: in the whole queue (`atOnce`), and for one network (`ofNetwork`). */
  atOnce: number
  ofNetwork?: number
  /** How much work may be in progress or waiting: in the whole queue, for one client and for its network. More work is refused. */
  present?: Partial<Shares>
  /** If new work would wait for longer than this, the work is refused immediately. */
  mostWaitMs?: number
  full: string
}>

/** With this weight, the mean depends on about the last thirty durations. */
const SHARE_OF_NEWEST = 1 / 32

/**
 * Waiting work gets fair turns (`createFairLine`). Throws OVERLOADED if too much work is present, or if the wait would be too long. Work
 * that waits only for its own network's share is never refused because of the wait (decisions K3: fair limits).
 */
export function createQueue(limits: QueueLimits, now = () => performance.now()) {
  const { atOnce, ofNetwork = Number.POSITIVE_INFINITY, mostWaitMs = Number.POSITIVE_INFINITY, full } = limits
  const takeShare = createShares(limits.present ?? {})
  const line = createFairLine<() => void>()
  const ofNetworks = new Map<string, number>()
  let running = 0
  let meanMs = 0
  let lastBegunMs = 0

  /** If no work has started for longer than the mean duration, the time since the last start replaces the mean. */
  const expectedWaitMs = (address: string) =>
    ((line.ahead(address) + 1) / atOnce) * Math.max(meanMs, now() - lastBegunMs)
  const mayGoOn = (network: string) => running < atOnce && (ofNetworks.get(network) ?? 0) < ofNetwork

  return async <Result>(address: string, work: () => Promise<Result>): Promise<Result> => {
    const leave = takeShare(address)
    if (!leave) throw overloaded(full)
    try {
      const giveBack = await waitForPlace(address)
      try {
        return await work()
      } finally {
        giveBack()
      }
    } finally {
      leave()
    }
  }

  function waitForPlace(address: string): (() => void) | Promise<() => void> {
    const network = networkOf(address)
    if (mayGoOn(network)) return occupyPlace(network)
    const waitMs = running < atOnce ? 0 : expectedWaitMs(address)
    if (waitMs > mostWaitMs) throw overloaded(full, waitMs)
    return new Promise((begin) => line.join(address, () => begin(occupyPlace(network))))
  }

  function occupyPlace(network: string) {
    const begunMs = now()
    lastBegunMs = begunMs
    running += 1
    ofNetworks.set(network, (ofNetworks.get(network) ?? 0) + 1)
    return () => {
      meanMs += (now() - begunMs - meanMs) * (meanMs === 0 ? 1 : SHARE_OF_NEWEST)
      running -= 1
      const left = ofNetworks.get(network)! - 1
      if (left > 0) ofNetworks.set(network, left)
      else ofNetworks.delete(network)
      line.next(mayGoOn)?.()
    }
  }
}

export const overloaded = (message: string, againInMs = 0) =>
  new ShopError('OVERLOADED', message, { details: { retryAfter: Math.max(1, Math.ceil(againInMs / 1000)) } })
