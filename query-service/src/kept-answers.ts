const MOST_KEPT = 500
const LONGEST_KEPT = 100_000

export type KeptAnswer = Readonly<{ body: Buffer; next?: string | undefined }>

/** Caches serialised answers by query, each valid for the revision at which it was made. */
export function createKeptAnswers(revision: () => Promise<number>) {
  const kept = new Map<string, KeptAnswer>()
  let keptAt = Number.NaN

  return async (
    question: string,
    answer: () => Promise<{ items: unknown; next?: string | undefined }>,
  ): Promise<KeptAnswer> => {
    const askedAt = await revision()
    if (keptAt !== askedAt || kept.size >= MOST_KEPT) kept.clear()
    keptAt = askedAt
    const known = kept.get(question)
    if (known) return known
    const { items, next } = await answer()
    const made = { body: Buffer.from(JSON.stringify(items)), next }
    // Others have gone on to a newer revision meanwhile, and may not be told what was before it.
    if (made.body.length <= LONGEST_KEPT && keptAt === askedAt) kept.set(question, made)
    return made
  }
}
