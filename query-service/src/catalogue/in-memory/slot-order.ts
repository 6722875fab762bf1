/**
 * All slots in one order: a slot is found by binary search and the rest is shifted, which at 100,000
 * products is one copy of at most 400 kB, some ten microseconds. Sorting again would take a thousand times as long.
 */
export class SlotOrder {
  #slots = new Int32Array(1024)
  #length = 0
  readonly #compare: (one: number, other: number) => number

  /** `compare` must never return 0 for two different slots. */
  constructor(compare: (one: number, other: number) => number) {
    this.#compare = compare
  }

  get length() {
    return this.#length
  }

  at(index: number): number {
    return this.#slots[index] as number
  }

  add(slot: number) {
    const at = this.firstFrom((other) => this.#compare(other, slot))
    this.#makeRoom(this.#length + 1)
    this.#slots.copyWithin(at + 1, at, this.#length++)
    this.#slots[at] = slot
  }

  /** Must be called while the slot still compares as it did when it was added. */
  delete(slot: number) {
    const at = this.firstFrom((other) => this.#compare(other, slot))
    this.#slots.copyWithin(at, at + 1, this.#length--)
  }

  /** Adds many slots with one sort. */
  addAll(slots: readonly number[]) {
    this.#makeRoom(this.#length + slots.length)
    this.#slots.set(slots, this.#length)
    this.#length += slots.length
    this.#slots.subarray(0, this.#length).sort(this.#compare)
  }

  /** Index of the first slot that `tell` does not say to be before (negative) what is looked for. */
  firstFrom(tell: (slot: number) => number): number {
    let from = 0
    let to = this.#length
    while (from < to) {
      const middle = (from + to) >>> 1
      if (tell(this.at(middle)) < 0) from = middle + 1
      else to = middle
    }
    return from
  }

  #makeRoom(length: number) {
    if (length <= this.#slots.length) return
    const wider = new Int32Array(Math.max(length, Math.ceil(this.#slots.length * 1.5)))
    wider.set(this.#slots.subarray(0, this.#length))
    this.#slots = wider
  }
}
