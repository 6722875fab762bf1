import type { Facet, Listing } from '../catalogue.ts'
import {
  compareEntries,
  type Entry,
  facets,
  facetValues,
  hasSameWords,
  leftFacets,
  type OrderName,
  orderNames,
  valuesLeft,
  wordsOf,
} from './entry.ts'
import { Scratch } from './scratch.ts'
import { SlotOrder } from './slot-order.ts'
import { type Bits, SlotSet } from './slot-set.ts'
import { WordIndex } from './word-index.ts'

/** The listed products and their indexes, updated with each change and queried by `search.ts`. */
export class CatalogueIndex {
  readonly entries: (Entry | undefined)[] = []
  /** In cents, by slot: a typed array, so that scanning 100,000 slots touches no objects. */
  prices = new Int32Array(1024)
  readonly all = new SlotSet()
  readonly scratch = new Scratch()
  readonly words = new WordIndex()
  readonly facets = byName(facets, () => new Map<string, SlotSet>())
  /** The products that have pieces left of a value. */
  readonly left = byName(leftFacets, () => new Map<string, SlotSet>())
  readonly orders = byName(
    orderNames,
    (order) => new SlotOrder((one, other) => compareEntries(this.entryIn(one), this.entryIn(other), order)),
  )
  readonly #slotOf = new Map<string, number>()
  readonly #free: number[] = []

  get(id: string): Entry | undefined {
    const slot = this.#slotOf.get(id)
    return slot === undefined ? undefined : this.entries[slot]
  }

  /** A bit for each product, none of them set; for the time of a question. */
  noBits(): Bits {
    return this.scratch.lend(this.entries.length)
  }

  entryIn(slot: number): Entry {
    return this.entries[slot] as Entry
  }

  put(listed: Listing) {
    const before = this.get(listed.product._id)
    if (!before) return this.putNew([listed])
    const after = { ...listed, slot: before.slot }
    const moved = orderNames.filter((order) => compareEntries(before, after, order) !== 0)
    for (const order of moved) this.orders[order].delete(before.slot)
    if (before.product !== after.product) this.#describeAnew(before, after)
    this.#removeFromLeft(before)
    this.#addToLeft(after)
    this.#keep(after)
    for (const order of moved) this.orders[order].add(after.slot)
  }

  /** Adds products that are not in the index yet; each order is sorted once for all of them. */
  putNew(listed: readonly Listing[]) {
    const slots = listed.map((one) => {
      const entry = { ...one, slot: this.#free.pop() ?? this.entries.length }
      this.#keep(entry)
      this.#slotOf.set(entry.product._id, entry.slot)
      this.all.add(entry.slot)
      this.#addToFacets(entry)
      this.#addToLeft(entry)
      this.words.add(entry.slot, wordsOf(entry.product))
      return entry.slot
    })
    for (const order of orderNames)
      if (slots.length === 1) this.orders[order].add(slots[0] as number)
      else this.orders[order].addAll(slots)
  }

  remove(id: string) {
    const entry = this.get(id)
    if (!entry) return
    for (const order of orderNames) this.orders[order].delete(entry.slot)
    this.#removeFromFacets(entry)
    this.#removeFromLeft(entry)
    this.words.delete(entry.slot, wordsOf(entry.product))
    this.all.delete(entry.slot)
    this.#slotOf.delete(id)
    this.entries[entry.slot] = undefined
    this.#free.push(entry.slot)
  }

  #keep(entry: Entry) {
    const { slot, product } = entry
    this.entries[slot] = entry
    if (slot >= this.prices.length) {
      const wider = new Int32Array(Math.ceil(slot * 1.5))
      wider.set(this.prices)
      this.prices = wider
    }
    this.prices[slot] = product.priceCents
  }

  #describeAnew(before: Entry, after: Entry) {
    this.#removeFromFacets(before)
    this.#addToFacets(after)
    if (hasSameWords(before.product, after.product)) return
    this.words.delete(before.slot, wordsOf(before.product))
    this.words.add(after.slot, wordsOf(after.product))
  }

  #addToFacets({ slot, product }: Entry) {
    for (const facet of facets) addTo(this.facets[facet], facetValues[facet](product), slot)
  }

  #removeFromFacets({ slot, product }: Entry) {
    for (const facet of facets) removeFrom(this.facets[facet], facetValues[facet](product), slot)
  }

  #addToLeft(entry: Entry) {
    for (const facet of leftFacets) addTo(this.left[facet], valuesLeft[facet](entry), entry.slot)
  }

  #removeFromLeft(entry: Entry) {
    for (const facet of leftFacets) removeFrom(this.left[facet], valuesLeft[facet](entry), entry.slot)
  }
}

function addTo(sets: Map<string, SlotSet>, values: readonly string[], slot: number) {
  for (const value of values) {
    const slots = sets.get(value) ?? new SlotSet()
    sets.set(value, slots)
    slots.add(slot)
  }
}

function removeFrom(sets: Map<string, SlotSet>, values: readonly string[], slot: number) {
  for (const value of values) {
    const slots = sets.get(value)
    slots?.delete(slot)
    if (slots?.size === 0) sets.delete(value)
  }
}

const byName = <Name extends Facet | OrderName, Value>(names: readonly Name[], make: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Readonly<Record<Name, Value>>
