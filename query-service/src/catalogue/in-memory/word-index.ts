import { SlotSet } from './slot-set.ts'

/** The slots by their words, found by a word's beginning. */
export class WordIndex {
  readonly #slots = new Map<string, SlotSet>()
  /** All words so far, sorted; new ones since the last lookup are in `#unsorted`. */
  #sorted: string[] = []
  #unsorted: string[] = []

  add(slot: number, words: readonly string[]) {
    for (const word of words) {
      const known = this.#slots.get(word)
      if (known) known.add(slot)
      else {
        const slots = new SlotSet()
        slots.add(slot)
        this.#slots.set(word, slots)
        this.#unsorted.push(word)
      }
    }
  }

  /** A word without slots stays in the index. */
  delete(slot: number, words: readonly string[]) {
    for (const word of words) this.#slots.get(word)?.delete(slot)
  }

  /** The sets of all words with this beginning. */
  beginningWith(beginning: string): readonly SlotSet[] {
    if (this.#unsorted.length > 0) {
      this.#sorted = [...this.#sorted, ...this.#unsorted].sort()
      this.#unsorted = []
    }
    const sets: SlotSet[] = []
    for (let at = this.#firstFrom(beginning); this.#sorted[at]?.startsWith(beginning); at++)
      sets.push(this.#slots.get(this.#sorted[at] as string) as SlotSet)
    return sets
  }

  #firstFrom(beginning: string) {
    let from = 0
    let to = this.#sorted.length
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((this.#sorted[middle] as string) < beginning) from = middle + 1
      else to = middle
    }
    return from
  }
}
