import { createHash } from 'node:crypto'
import type { Document } from '@shop/language/collection'

const PAGE = 500

export type Comparison = Readonly<{
  documents: number
  /** A hash of all shown documents, as canonical JSON and sorted by id. */
  hash: string
  /** How many documents differ. */
  count: number
  /** By id, the names of the differing fields, but never a value. Only the first documents that differ. */
  differing: Map<string, string>
}>

/** At most `limit` documents whose ids come after `id`, sorted by their ids. */
export type DocumentsAfter = (id: string, limit: number) => Promise<readonly Document[]>

/** `most`: how many differing documents are listed. */
export async function compareDocuments(
  shown: DocumentsAfter,
  rebuilt: DocumentsAfter,
  most: number,
): Promise<Comparison> {
  const digest = createHash('sha256')
  const differing = new Map<string, string>()
  let documents = 0
  let count = 0
  for await (const [one, other] of pairs(allOf(shown), allOf(rebuilt))) {
    if (one) {
      documents += 1
      digest.update(`${canonical(one)}\n`)
    }
    const difference = differenceOf(one, other)
    if (difference === undefined) continue
    count += 1
    if (differing.size < most) differing.set((one ?? other)?._id ?? '', difference)
  }
  return { documents, hash: digest.digest('base64url'), count, differing }
}

async function* allOf(documentsAfter: DocumentsAfter) {
  for (let last: Document | undefined; ; ) {
    const page = await documentsAfter(last?._id ?? '', PAGE)
    yield* page
    if (page.length < PAGE) return
    last = page.at(-1)
  }
}

type Pair = readonly [shown: Document | undefined, rebuilt: Document | undefined]

async function* pairs(shown: AsyncGenerator<Document>, rebuilt: AsyncGenerator<Document>): AsyncGenerator<Pair> {
  let [one, other] = await Promise.all([shown.next(), rebuilt.next()])
  while (!one.done || !other.done) {
    const order = one.done ? 1 : other.done ? -1 : orderOf(one.value._id, other.value._id)
    yield [order <= 0 ? one.value : undefined, order >= 0 ? other.value : undefined]
    if (order <= 0) one = await shown.next()
    if (order >= 0) other = await rebuilt.next()
  }
}

/** Compares ids by their bytes, as the stores do. */
const orderOf = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

function differenceOf(shown: Document | undefined, rebuilt: Document | undefined): string | undefined {
  if (!shown) return `${rebuilt?._id} is missing`
  if (!rebuilt) return `${shown._id} should not be there`
  if (canonical(shown) === canonical(rebuilt)) return undefined
  const [one, other] = [shown, rebuilt] as unknown as Record<string, unknown>[]
  const names = [...new Set([...Object.keys(shown), ...Object.keys(rebuilt)])]
  return `${shown._id} differs in ${names.filter((name) => canonical(one?.[name]) !== canonical(other?.[name])).join(', ')}`
}

function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part) => (isObject(part) ? Object.fromEntries(Object.entries(part).sort()) : part)) ?? ''
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
