import { type Facts, type Level, logFact } from './logger.ts'

const ONE_MINUTE_MS = 60_000
const MOST_KINDS = 1000
const OTHERS = 'others'

/**
 * Logs facts which a hostile client can cause without limit. The first fact of each kind is logged immediately, and later facts of the kind
 * as one line a minute, with their `count`. After MOST_KINDS kinds in a minute, all further kinds count as one kind.
 */
export function createSampledFacts(level: Level = 'info', everyMs = ONE_MINUTE_MS) {
  const counts = new Map<string, number>()

  function summarize(kind: string, message: string, facts: Facts) {
    const count = counts.get(kind) ?? 0
    counts.delete(kind)
    if (count === 0) return
    logFact(level, message, { ...facts, count })
    begin(kind, message, facts)
  }

  function begin(kind: string, message: string, facts: Facts) {
    counts.set(kind, 0)
    setTimeout(summarize, everyMs, kind, message, facts).unref()
  }

  /** `shared`: facts that are the same in all calls for one kind. `facts`: facts of one call; only the first line of a kind has them. */
  return (named: string, message: string, shared: Facts, facts: Facts) => {
    const isNamed = counts.has(named) || counts.size < MOST_KINDS
    const kind = isNamed ? named : OTHERS
    const count = counts.get(kind)
    if (count !== undefined) return void counts.set(kind, count + 1)
    logFact(level, message, { ...shared, ...facts })
    begin(kind, message, isNamed ? shared : { kinds: OTHERS })
  }
}
