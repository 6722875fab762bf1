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

  async function make(question: string, answer: () => Promise<KeptAnswer>, askedAt: number): Promise<KeptAnswer> {
    const made = answer()
    making.set(question, made)
    try {
      const known = await made
      // Others have gone on to a newer revision meanwhile, and may not be told what was before it.
      if (keptAt === askedAt) kept.set(question, known)
      return known
    } finally {
      if (making.get(question) === made) making.delete(question)
    }
  }

  /** `answer` may refuse whoever asks: then another who has asked for the same tries it again. */
  return async (question: string, answer: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    for (;;) {
      const askedAt = await revision()
      if (keptAt !== askedAt) {
        kept.clear()
        making.clear()
      }
      keptAt = askedAt
      const known = kept.get(question)
      if (known) return known
      const others = making.get(question)
      if (!others) return make(question, answer, askedAt)
      const made = await others.catch(() => undefined)
      if (made) return made
    }
  }
}
