import { setTimeout as sleep } from 'node:timers/promises'
import { type Position, START } from '@shop/language/events/event'
import type { Checkpoint } from './checkpoint.ts'
import type { ReadStore } from './read-store.ts'

const ASK_AGAIN_MS = 500

/** `position` is absent until the read model was first built. `halted`: the read model has halted there. */
type Standing = Readonly<{ position?: Position; halted?: boolean }>

export type Standings = Readonly<Record<string, Standing>>

/**
 * The read models that have not reached a position. `behind`: at least one of them is still catching up. `halted`: these read models will
 * not reach the position until an operator resumes them.
 */
export type Missing = Readonly<{ behind: boolean; halted: readonly string[] }>

type IsAsked = (readModel: string) => boolean
const all: IsAsked = () => true

/** Waits until each wanted read model has reached a position or has halted, or until the timeout. */
export type Reached = (position: Position, timeoutMs: number, isAsked?: IsAsked) => Promise<Missing>

/** While the standings are unknown, the read models count as behind. */
export function missingOf(standings: Standings | undefined, position: Position, isAsked: IsAsked = all): Missing {
  if (!standings) return { behind: true, halted: [] }
  const missing = Object.keys(standings).filter((name) => {
    const { position: at } = standings[name]!
    return (at === undefined || at < position) && isAsked(name)
  })
  const halted = missing.filter((name) => standings[name]!.halted)
  return { behind: halted.length < missing.length, halted }
}

/** The caller calls `look` whenever the standings have changed. */
export function createWaiting(standings: () => Standings | undefined) {
  const waiting = new Set<() => void>()
  return {
    hasCallers: () => waiting.size > 0,
    look() {
      for (const look of waiting) look()
    },
    async reached(...[position, timeoutMs, isAsked]: Parameters<Reached>): Promise<Missing> {
      const missing = () => missingOf(standings(), position, isAsked)
      const atFirst = missing()
      if (!atFirst.behind) return atFirst
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (!missing().behind) resolve()
      }
      const timer = setTimeout(resolve, timeoutMs)
      waiting.add(look)
      await promise
      clearTimeout(timer)
      waiting.delete(look)
      return missing()
    },
  }
}

export type FollowedStandings = Readonly<{
  /** Includes read models that were never built. */
  followed: readonly string[]
  checkpoints: () => ReadonlyMap<string, Checkpoint>
  isDamaged: (readModel: string) => boolean
  standings: () => Standings
  reached: Reached
  /**
   * Reads the checkpoints from the store, because some changes come without a commit. A read model that is gone from the store counts as
   * damaged and as being at the start of the log. Throws while the store is unavailable.
   */
  look: () => Promise<void>
  /**
   * Calls the listener at every commit of the read store, and when `look` finds another checkpoint. Returns a function that removes the
   * listener.
   */
  onMove: (listener: () => void) => () => void
}>

/**
 * Follows the read models of a store, even if other processes write them. `waitedFor`: the read models that a command's answer waits for. A
 * cache of documents must subscribe to the read store before this call, so that the cache is never behind these standings.
 */
export function followStandings(
  readStore: ReadStore,
  waitedFor: readonly string[],
  notWaitedFor: readonly string[] = [],
): FollowedStandings {
  const followed = [...waitedFor, ...notWaitedFor]
  const checkpoints = new Map<string, Checkpoint>()
  const waiting = createWaiting(standings)
  const listeners = new Set<() => void>([waiting.look])
  /** Undefined after a change of the checkpoints. */
  let made: Standings | undefined

  readStore.onCommit(({ projections, to: position, failures = {} }) => {
    for (const name of projections)
      if (followed.includes(name)) checkpoints.set(name, { ...(failures[name] ?? checkpoints.get(name)), position })
    moved()
  })
  void firstLook()

  async function firstLook(): Promise<void> {
    try {
      await look()
    } catch {
      // A server may be unavailable for a while.
      await sleep(ASK_AGAIN_MS, undefined, { ref: false })
      return firstLook()
    }
  }

  async function look() {
    const before = new Map(checkpoints)
    const stored = await readStore.checkpoints()
    for (const name of followed) {
      const [known, found] = [before.get(name), stored.get(name)]
      // A commit may have announced a newer checkpoint meanwhile.
      if (checkpoints.get(name) !== known) continue
      if (!known && found) learn(name, found)
      if (known && !known.damaged && (!found || found.damaged)) learn(name, { position: START, damaged: true })
    }
  }

  function learn(name: string, checkpoint: Checkpoint) {
    checkpoints.set(name, checkpoint)
    moved()
  }

  function moved() {
    made = undefined
    for (const listener of listeners) listener()
  }

  function standings(): Standings {
    made ??= Object.fromEntries(
      waitedFor.map((name) => {
        const { position, halted } = checkpoints.get(name) ?? {}
        return [name, { ...(position !== undefined && { position }), ...(halted && { halted: true }) }]
      }),
    )
    return made
  }

  return {
    followed,
    checkpoints: () => checkpoints,
    isDamaged: (readModel) => checkpoints.get(readModel)?.damaged === true,
    standings,
    reached: waiting.reached,
    look,
    onMove(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
