import { stemOf } from '../search/stem.ts'
import type { Vocabulary } from '../search/understand.ts'
import { NearWords } from './near-words.ts'
import { SlotSet } from './slot-set.ts'

/** The words of a product by where they stand; `all` has those of its description too. */
export type ProductWords = Readonly<{ name: readonly string[]; facts: readonly string[]; all: readonly string[] }>

/** The products that have a word: anywhere, in the name, in the facts. */
export type Word = { readonly all: SlotSet; name: SlotSet | undefined; facts: SlotSet | undefined }

/** Where products have a word: in names and facts, in descriptions alone, or nowhere. */
export const standings = { nowhere: 0, mentioned: 1, told: 2 } as const
export type Standing = (typeof standings)[keyof typeof standings]

/** The slots by their words, found by a word's beginning and by its stem. A word without slots stays in the index. */
export class WordIndex implements Vocabulary {
  readonly #words = new Map<string, Word>()
  /** Those that are not their own stem: the plural, and not the many numbers of articles. */
  readonly #formsByStem = new Map<string, Word[]>()
  readonly #near = new NearWords()
  /** All words so far, sorted; new ones since the last lookup are in `#unsorted`. */
  #sorted: string[] = []
  #unsorted: string[] = []

  add(slot: number, { name, facts, all }: ProductWords) {
    for (const text of all) this.#wordOf(text).all.add(slot)
    for (const text of name) {
      const word = this.#told(text)
      word.name ??= new SlotSet()
      word.name.add(slot)
    }
    for (const text of facts) {
      const word = this.#told(text)
      word.facts ??= new SlotSet()
      word.facts.add(slot)
    }
  }

  delete(slot: number, { name, facts, all }: ProductWords) {
    for (const text of all) this.#words.get(text)?.all.delete(slot)
    for (const text of name) this.#words.get(text)?.name?.delete(slot)
    for (const text of facts) this.#words.get(text)?.facts?.delete(slot)
  }

  /** The word in all its forms. */
  formsOf(text: string): readonly Word[] {
    const stem = stemOf(text)
    const itself = this.#words.get(stem)
    const forms = this.#formsByStem.get(stem) ?? []
    return itself ? [itself, ...forms] : forms
  }

  beginningWith(beginning: string): readonly Word[] {
    return Array.from(this.#from(beginning))
  }

  readonly has = (text: string) => this.formsOf(text).some(({ all }) => all.size > 0)

  readonly isInName = (text: string) => {
    for (const words of [this.formsOf(text), this.#from(text)])
      for (const { name } of words) if (name && name.size > 0) return true
    return false
  }

  /** Where products have a word in any of its forms, or, if it may be one, its beginning. */
  standingOf(text: string, mayBegin: boolean): Standing {
    let standing: Standing = standings.nowhere
    for (const words of mayBegin ? [this.formsOf(text), this.#from(text)] : [this.formsOf(text)])
      for (const { all, name, facts } of words) {
        if ((name?.size ?? 0) + (facts?.size ?? 0) > 0) return standings.told
        if (all.size > 0) standing = standings.mentioned
      }
    return standing
  }

  readonly hasBeginning = (beginning: string) => {
    for (const { all } of this.#from(beginning)) if (all.size > 0) return true
    return false
  }

  readonly nearest = (text: string, others: readonly string[], errors: number) =>
    this.#near.nearest(text, others, errors, (word) => {
      const { name, facts } = this.#words.get(word) ?? {}
      return (name?.size ?? 0) + (facts?.size ?? 0)
    })

  #wordOf(text: string): Word {
    const known = this.#words.get(text)
    if (known) return known
    const word: Word = { all: new SlotSet(), name: undefined, facts: undefined }
    this.#words.set(text, word)
    this.#unsorted.push(text)
    const stem = stemOf(text)
    if (stem === text) return word
    const forms = this.#formsByStem.get(stem)
    if (forms) forms.push(word)
    else this.#formsByStem.set(stem, [word])
    return word
  }

  /** A word of a name or a fact, which is what a typing error may have meant. */
  #told(text: string): Word {
    const word = this.#wordOf(text)
    if (!word.name && !word.facts) this.#near.add(text)
    return word
  }

  *#from(beginning: string) {
    if (this.#unsorted.length > 0) {
      this.#sorted = [...this.#sorted, ...this.#unsorted].sort()
      this.#unsorted = []
    }
    for (let at = this.#firstFrom(beginning); this.#sorted[at]?.startsWith(beginning); at++)
      yield this.#words.get(this.#sorted[at] as string) as Word
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
