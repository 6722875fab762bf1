const MOST_KEPT = 500
const LONGEST_KEPT = 100_000

export type KeptAnswer = Readonly<{ body: Buffer; next?: string | undefined }>

/** Serialised answers to the same question, each good until the revision it was made at is over. */
export function createKeptAnswers(revision: () => number) {
  const kept = new Map<string, KeptAnswer>()
  let keptAt = revision()

  return (question: string, answer: () => { items: unknown; next?: string | undefined }): KeptAnswer => {
    if (keptAt !== revision() || kept.size >= MOST_KEPT) kept.clear()
    keptAt = revision()
    const known = kept.get(question)
    if (known) return known
    const { items, next } = answer()
    const made = { body: Buffer.from(JSON.stringify(items)), next }
    if (made.body.length <= LONGEST_KEPT) kept.set(question, made)
    return made
  }
}
