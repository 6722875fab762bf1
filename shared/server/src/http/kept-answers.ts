import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_BYTES = 16 * 1024 * 1024
const LONGEST_KEPT_BYTES = 4 * 1024 * 1024
const OF_ONE_REQUEST = new Set(['x-request-id', 'cache-control', 'content-length', 'content-encoding'])

/** The compressed forms of an answer. A client gets the first one that it accepts. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** An answer that is the same for everyone. `head`: the headers as `writeHead` takes them: name, value, name, value. */
export type Answer = {
  readonly body: Buffer
  readonly etag: string
  readonly head: readonly string[]
  /** Undefined if the answer is never compressed. */
  readonly zipped: Partial<Record<Encoding, Buffer>> | undefined
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/**
 * Caches answers by their address, until `revision` changes or their time is over. A cached answer contains every write that was
 * acknowledged before the request.
 */
export function createKeptAnswers(revision: () => number | undefined) {
  const kept = new LRUCache<string, Readonly<{ answer: Answer; untilMs: number }>>({
    maxSize: MOST_KEPT_BYTES,
    maxEntrySize: LONGEST_KEPT_BYTES,
    sizeCalculation: ({ answer: { body } }, address) => body.length + address.length + 1,
  })
  let keptAt: number | undefined

  function revisionNow() {
    const now = revision()
    if (now !== keptAt) kept.clear()
    keptAt = now
    return now
  }

  return {
    revisionNow,

    find(address: string): Answer | undefined {
      if (revisionNow() === undefined) return undefined
      const found = kept.get(address)
      return found && performance.now() < found.untilMs ? found.answer : undefined
    },

    /** `begunAt`: the revision when the shop began to make the answer. */
    keep(address: string, answer: Answer, forMs: number, begunAt: number | undefined) {
      if (begunAt === undefined || begunAt !== revisionNow()) return
      kept.set(address, { answer, untilMs: performance.now() + forMs })
    },
  }
}

/** Every outgoing message has this method, but Node's types declare it only for requests. */
type RawNames = { getRawHeaderNames: () => string[] }

export function headOf(response: ServerResponse & Partial<RawNames>): readonly string[] {
  const names = response.getRawHeaderNames!().filter((name) => !OF_ONE_REQUEST.has(name.toLowerCase()))
  // Before every use, a cache must ask the shop whether the answer has changed, because stock changes with every sale.
  return ['Cache-Control', 'no-cache', ...names.flatMap((name) => [name, String(response.getHeader(name))])]
}

export function sendAnswer(
  { body, zipped, etag, head }: Answer,
  [{ method, headers }, response]: readonly [IncomingMessage, ServerResponse],
  further: readonly string[],
  encoding: Encoding | undefined,
) {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch && isKnown(ifNoneMatch, etag)) return response.writeHead(304, [...head, ...further]).end()
  const bytes = (encoding && zipped?.[encoding]) ?? body
  const ofBytes = ['Content-Length', String(bytes.length), ...(encoding ? ['Content-Encoding', encoding] : [])]
  response.writeHead(200, [...head, ...ofBytes, ...further])
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** Tags are compared weakly, and the `Cache-Control` of the request does not matter (RFC 9110 13.1.2). */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
