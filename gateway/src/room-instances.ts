import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Check } from '@shop/server/http/health'
import { joinedAbort } from '@shop/stores/joined-abort'

const POLL_EVERY_MS = 500
const POLL_TIMEOUT_MS = 2000
const LONGEST_WAIT_MS = 1500
const LOOK_EVERY_MS = 50

export type RoomInstances = ReturnType<typeof watchInstances>

export function watchInstances(origins: readonly string[]) {
  const ready = new Map<string, Readonly<Record<string, Check>>>()
  const closing = new AbortController()
  let turn = 0

  async function probe(origin: string) {
    using over = joinedAbort(closing.signal, AbortSignal.timeout(POLL_TIMEOUT_MS))
    const response = await fetch(`${origin}/readyz`, { signal: over.signal }).catch(() => undefined)
    const said = await response?.json().catch(() => ({}))
    if (response?.ok) ready.set(origin, wrongIn(said))
    else ready.delete(origin)
  }

  async function keepProbing(origin: string) {
    while (!closing.signal.aborted) {
      await sleep(POLL_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
      await probe(origin)
    }
  }

  const known = Promise.all(origins.map(probe))
  const probing = known.then(() => Promise.all(origins.map(keepProbing)))

  const inOrder = (): readonly string[] => origins.filter((origin) => ready.has(origin))

  return {
    ready: inOrder,
    /** The problems in the last answers of ready instances, by check name. */
    complaints: (): Readonly<Record<string, Check>> => Object.assign({}, ...ready.values()),
    /**
     * All calls of one `writer` try the same ready instance first. Other calls begin with each ready instance in turn. Instances that are
     * not ready come last, because an instance that can serve may have missed a probe. If no instance is ready, waits up to 1.5 s.
     */
    async inTurn(writer?: string): Promise<readonly string[]> {
      for (let waitedMs = 0; ready.size === 0 && waitedMs < LONGEST_WAIT_MS; waitedMs += LOOK_EVERY_MS)
        await sleep(LOOK_EVERY_MS)
      const all = inOrder()
      const place = writer === undefined ? turn++ : crc32(writer)
      const first = all.length > 0 ? place % all.length : 0
      return [...all.slice(first), ...all.slice(0, first), ...origins.filter((origin) => !ready.has(origin))]
    },
    lost: (origin: string) => void ready.delete(origin),
    known,
    async close() {
      closing.abort()
      await probing
    },
  }
}

function wrongIn(said: unknown): Readonly<Record<string, Check>> {
  const { status, checks = {} } = (said ?? {}) as { status?: string; checks?: Record<string, Check> }
  if (status !== 'degraded') return {}
  return Object.fromEntries(Object.entries(checks).filter(([name, word]) => name !== 'phase' && word !== 'ok'))
}
