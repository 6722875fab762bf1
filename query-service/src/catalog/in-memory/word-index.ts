import { stemOf } from '../search/stem.ts'
import type { Vocabulary } from '../search/understand.ts'
import { countWhile } from './count-while.ts'
import type { Item, ProductWords } from './item.ts'
import { NearWords } from './near-words.ts'

export type Word = Readonly<Record<keyof ProductWords, Item[]>>

/** The search never corrects a typing error to a word that only descriptions have. */
const CORRECTABLE = ['name', 'facts'] as const
const PLACES = ['all', ...CORRECTABLE] as const

/** Finds products by the start of a word or by its stem. A word stays in the index after its last product was removed. */
export class WordIndex implements Vocabulary {
  readonly #words = new Map<string, Word>()
  /** For each stem: the words that differ from the stem, such as plurals. */
  readonly #formsByStem = new Map<string, Word[]>()
  readonly #near = new NearWords()
  #sorted: string[] = []
  #unsorted: string[] = []

  add(item: Item, words: ProductWords) {
    for (const text of words.all) this.#wordOf(text).all.push(item)
    for (const place of CORRECTABLE)
      for (const text of words[place]) {
        const word = this.#wordOf(text)
        this.#near.add(text)
        word[place].push(item)
      }
  }

  delete(item: Item, words: ProductWords) {
    for (const place of PLACES)
      for (const text of words[place]) {
        const items = this.#wordOf(text)[place]
        items.splice(items.indexOf(item), 1)
      }
  }

  formsOf(text: string): readonly Word[] {
    const stem = stemOf(text)
    const itself = this.#words.get(stem)
    const forms = this.#formsByStem.get(stem) ?? []
    return itself ? [itself, ...forms] : forms
  }

  beginningWith(beginning: string): readonly Word[] {
    return Array.from(this.#from(beginning))
  }

  readonly has = (text: string) => this.formsOf(text).some(({ all }) => all.length > 0)

  readonly isInName = (text: string) =>
    [this.formsOf(text), this.beginningWith(text)].flat().some(({ name }) => name.length > 0)

  readonly hasBeginning = (beginning: string) => {
    for (const { all } of this.#from(beginning)) if (all.length > 0) return true
    return false
  }

  readonly nearest = (text: string, others: readonly string[], errors: number) =>
    this.#near.nearest(text, others, errors, (word) => {
      const { name, facts } = this.#words.get(word) ?? { name: [], facts: [] }
      return name.length + facts.length
    })

  #wordOf(text: string): Word {
    const known = this.#words.get(text)
    if (known) return known
    const word: Word = { all: [], name: [], facts: [] }
    this.#words.set(text, word)
    this.#unsorted.push(text)
    const stem = stemOf(text)
    if (stem === text) return word
    const forms = this.#formsByStem.get(stem)
    if (forms) forms.push(word)
    else this.#formsByStem.set(stem, [word])
    return word
  }

  *#from(beginning: string) {
    if (this.#unsorted.length > 0) {
      this.#sorted = [...this.#sorted, ...this.#unsorted].sort()
      this.#unsorted = []
    }
    const first = countWhile((n) => (this.#sorted[n] as string) < beginning, this.#sorted.length)
    for (let at = first; this.#sorted[at]?.startsWith(beginning); at++)
      yield this.#words.get(this.#sorted[at] as string) as Word
  }
}
