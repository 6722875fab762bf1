import type { Bits } from './slot-set.ts'

/** Bits for the time of one question, which the next one uses again: to make and collect new ones costs more than what is done with them. */
export class Scratch {
  readonly #bits: Bits[] = []
  #lent = 0

  /** Takes back what was lent meanwhile; nothing of it may be in the answer. */
  during<Answer>(question: () => Answer): Answer {
    const before = this.#lent
    try {
      return question()
    } finally {
      this.#lent = before
    }
  }

  /** A bit for each slot, none of them set. To be called during a question. */
  lend(slots: number): Bits {
    const words = (slots + 31) >>> 5
    const known = this.#bits[this.#lent]
    const bits = known?.length === words ? known.fill(0) : new Int32Array(words)
    this.#bits[this.#lent++] = bits
    return bits
  }
}
