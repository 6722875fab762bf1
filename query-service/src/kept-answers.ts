import { LRUCache } from 'lru-cache'

const MOST_KEPT_BYTES = 32 * 1024 * 1024
const LONGEST_KEPT_BYTES = 4 * 1024 * 1024

export type KeptAnswer = Readonly<{ body: Buffer; next?: string | undefined }>

/** Keeps answers by question, each valid for the revision at which it was made. Those who ask at the same time share the making. */
export function createKeptAnswers(revision: () => Promise<number>) {
  const kept = new LRUCache<string, KeptAnswer>({
    maxSize: MOST_KEPT_BYTES,
    maxEntrySize: LONGEST_KEPT_BYTES,
    sizeCalculation: ({ body }, question) => body.length + question.length + 1,
  })
  const making = new Map<string, Promise<KeptAnswer>>()
  let keptAt = Number.NaN

  function make(question: string, answer: () => Promise<KeptAnswer>, askedAt: number): Promise<KeptAnswer> {
    const made = answer()
    making.set(question, made)
    const done = () => {
      if (making.get(question) === made) making.delete(question)
    }
    made.then((known) => {
      done()
      // Others have gone on to a newer revision meanwhile, and may not be told what was before it.
      if (keptAt === askedAt) kept.set(question, known)
    }, done)
    return made
  }

  return async (question: string, answer: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    const askedAt = await revision()
    if (keptAt !== askedAt) {
      kept.clear()
      making.clear()
    }
    keptAt = askedAt
    return kept.get(question) ?? making.get(question) ?? make(question, answer, askedAt)
  }
}
