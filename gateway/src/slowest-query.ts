import type { Position } from '@shop/language/events/event'
import type { Reached } from '@shop/stores/read-store/wait-until-reached'
import type { RoomInstances } from './room-instances.ts'

type Waiting = Readonly<{ position: Position; tell: (isThere: boolean) => void }>

/** A query-service answers when it has moved on, or after a second and a half. */
const ANSWER_WITHIN_MS = 3000

/**
 * Tells when every ready query-service shows what happened up to a position. Of each one question at a time is open,
 * "tell me when you are past this", however many wait: it answers all that it has passed meanwhile.
 */
export function slowestOf({ ready }: Pick<RoomInstances, 'ready'>): Reached {
  const queries = new Map<string, ReturnType<typeof positionOf>>()

  function queryAt(origin: string) {
    const known = queries.get(origin) ?? positionOf(origin, () => ready().includes(origin))
    queries.set(origin, known)
    return known
  }

  return async (position, timeoutMs) => {
    const found = await Promise.all(ready().map((origin) => queryAt(origin).reached(position, timeoutMs)))
    return found.length > 0 && found.every((isThere) => isThere)
  }
}

function positionOf(origin: string, isReady: () => boolean) {
  const waiting = new Set<Waiting>()
  let position: Position = ''
  let asking = false

  async function ask() {
    if (asking) return
    asking = true
    while (waiting.size > 0) {
      try {
        const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
        const response = await fetch(`${origin}/reached?after=${encodeURIComponent(position)}`, { signal })
        if (!response.ok) throw new Error(`It answered ${response.status}`)
        position = ((await response.json()) as { position: Position }).position
      } catch {
        // One that has gone shows nothing to anybody: nobody waits for it.
        if (!isReady()) for (const { tell } of waiting) tell(true)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      for (const { position: wanted, tell } of waiting) if (wanted <= position) tell(true)
    }
    asking = false
  }

  return {
    async reached(wanted: Position, timeoutMs: number) {
      if (wanted <= position) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const one: Waiting = { position: wanted, tell: resolve }
      waiting.add(one)
      void ask()
      const timer = setTimeout(resolve, timeoutMs, false)
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        waiting.delete(one)
      }
    },
  }
}
