import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'

const MOST_KEPT_BYTES = 32 * 1024 * 1024
const LONGEST_KEPT_BYTES = 4 * 1024 * 1024
/** They belong to one request, to its caller, or to the bytes that are sent. */
const OF_ONE_REQUEST = new Set(['x-request-id', 'cache-control', 'content-length', 'content-encoding'])

/** An answer that is the same for everybody, with its head as `writeHead` takes it: name, value, name, value. */
export type Answer = {
  readonly body: Buffer
  readonly etag: string
  readonly head: readonly string[]
  /** Undefined for an answer that is never compressed. */
  readonly zip: (() => Promise<Buffer>) | undefined
  /** Compressed, once the first client has asked for that. */
  zipped?: Buffer
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/**
 * Keeps answers by their address, each as bytes, until `revision` changes or their time is over. While there is no revision nothing is kept.
 * What was acknowledged before a request came is in the answer that is found for it.
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

    /** Keeps an answer that was begun at a revision, if that is still the newest. */
    keep(address: string, answer: Answer, forMs: number, begunAt: number | undefined) {
      if (begunAt === undefined || begunAt !== revisionNow()) return
      kept.set(address, { answer, untilMs: performance.now() + forMs })
    },
  }
}

/** Every outgoing message has it; the types say it of requests alone. */
type RawNames = { getRawHeaderNames: () => string[] }

/** The head of a response as far as it is the same for everybody. */
export function headOf(response: ServerResponse & Partial<RawNames>): readonly string[] {
  const names = response.getRawHeaderNames!().filter((name) => !OF_ONE_REQUEST.has(name.toLowerCase()))
  // Caches ask each time: what is for sale changes with every sale.
  return ['Cache-Control', 'no-cache', ...names.flatMap((name) => [name, String(response.getHeader(name))])]
}

/** Sends an answer with further headers, without its body where the client has it. `isZipped`: in its compressed form. */
export function sendAnswer(
  { body, zipped, etag, head }: Answer,
  [{ method, headers }, response]: readonly [IncomingMessage, ServerResponse],
  further: readonly string[],
  isZipped: boolean,
) {
  const ifNoneMatch = headers['if-none-match']
  if (ifNoneMatch && isKnown(ifNoneMatch, etag)) return response.writeHead(304, [...head, ...further]).end()
  const bytes = isZipped ? zipped! : body
  const ofBytes = ['Content-Length', String(bytes.length), ...(isZipped ? ['Content-Encoding', 'gzip'] : [])]
  response.writeHead(200, [...head, ...ofBytes, ...further])
  response.end(method === 'HEAD' ? undefined : bytes)
}

/** Compared weakly, whatever `Cache-Control` the request has (RFC 9110 13.1.2). */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag))
}
