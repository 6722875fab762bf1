/** One bit for each slot: slot 37 is bit 5 of word 1. */
export type Bits = Int32Array

const MOST_SPARSE = 1000
/** Shared by all lists: there may be as many as words. */
const NONE: Bits = new Int32Array(0)

/**
 * The products, by slot, that share a colour, a word or a brand. A small set is an ascending list,
 * since there may be as many brands and words as products; a large one is bits, of which 32 are compared at once.
 */
export class SlotSet {
  #list: number[] | undefined = []
  #bits: Bits = NONE
  #size = 0

  get size() {
    return this.#size
  }

  add(slot: number) {
    if (this.has(slot)) return
    this.#size++
    if (!this.#list) this.#setBit(slot)
    else if (this.#list.length < MOST_SPARSE) this.#list.splice(indexIn(this.#list, slot), 0, slot)
    else {
      for (const other of this.#list) this.#setBit(other)
      this.#setBit(slot)
      this.#list = undefined
    }
  }

  delete(slot: number) {
    if (!this.has(slot)) return
    this.#size--
    if (this.#list) this.#list.splice(indexIn(this.#list, slot), 1)
    else (this.#bits[slot >>> 5] as number) &= ~(1 << (slot & 31))
  }

  has(slot: number) {
    return this.#list ? this.#list[indexIn(this.#list, slot)] === slot : hasBit(this.#bits, slot)
  }

  addTo(bits: Bits) {
    if (this.#list) for (const slot of this.#list) setBit(bits, slot)
    else addBits(bits, this.#bits)
  }

  /** Clears the bits that are not in the set. */
  keepIn(bits: Bits) {
    const own = this.#list ? new Int32Array(bits.length) : this.#bits
    if (this.#list) this.addTo(own)
    keep(bits, own)
  }

  /** The number of the set's slots among the bits. */
  countIn(bits: Bits) {
    let count = 0
    if (this.#list) for (const slot of this.#list) count += hasBit(bits, slot) ? 1 : 0
    else {
      const own = this.#bits
      const length = Math.min(bits.length, own.length)
      for (let word = 0; word < length; word++) count += ones((bits[word] as number) & (own[word] as number))
    }
    return count
  }

  #setBit(slot: number) {
    if (slot >>> 5 >= this.#bits.length) {
      const wider = new Int32Array(Math.ceil(((slot >>> 5) + 1) * 1.5))
      wider.set(this.#bits)
      this.#bits = wider
    }
    setBit(this.#bits, slot)
  }
}

export const hasBit = (bits: Bits, slot: number) => (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) === 1

/** Sets the bits that are in `others`. */
export function addBits(bits: Bits, others: Bits) {
  const length = Math.min(bits.length, others.length)
  for (let word = 0; word < length; word++) bits[word] = (bits[word] as number) | (others[word] as number)
}

/** Moves the bits that `those` have too out of `from` into `to`; all are as long. */
export function take(to: Bits, from: Bits, those: Bits) {
  for (let word = 0; word < from.length; word++) {
    const both = (from[word] as number) & (those[word] as number)
    to[word] = both
    from[word] = (from[word] as number) ^ both
  }
}

/** Clears the bits that are not in `others`. */
export function keep(bits: Bits, others: Bits) {
  const length = Math.min(bits.length, others.length)
  for (let word = 0; word < length; word++) bits[word] = (bits[word] as number) & (others[word] as number)
  bits.fill(0, length)
}

export function countOf(bits: Bits) {
  let count = 0
  for (let word = 0; word < bits.length; word++) count += ones(bits[word] as number)
  return count
}

export function* slotsOf(bits: Bits) {
  for (let word = 0; word < bits.length; word++)
    for (let rest = bits[word] as number; rest !== 0; rest &= rest - 1) yield word * 32 + 31 - Math.clz32(rest & -rest)
}

export function setBit(bits: Bits, slot: number) {
  ;(bits[slot >>> 5] as number) |= 1 << (slot & 31)
}

/** The number of set bits in 32: in pairs, in fours, in bytes, and the sum of the four bytes (Hacker's Delight 5-1). */
export function ones(word: number) {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** The index of a slot in an ascending list, or where it would be inserted. */
function indexIn(list: readonly number[], slot: number) {
  let from = 0
  let to = list.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((list[middle] as number) < slot) from = middle + 1
    else to = middle
  }
  return from
}
