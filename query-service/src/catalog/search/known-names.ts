import { type Closeness, closeness, type Name } from './closeness.ts'
import { kindsOf, looksOf, styleSynonyms, synonyms } from './clothing-words.ts'
import { stemOf } from './stem.ts'

export const keyOf = (words: readonly string[]) => words.map(stemOf).join(' ')

/** Maps a name's key to the name itself, its synonyms, and narrower names, such as "overcoat" for "coat". */
export const namesByKey = new Map<string, readonly Name[]>()
/** The keys of the names of clothes, but not of looks, such as "waterproof". */
export const things = new Set<string>()
export const singleNames: string[] = []

const namesAs = (names: readonly string[], closeness: Closeness) =>
  names.map((name): Name => ({ words: name.split(' '), closeness }))

type Kinds = Readonly<Record<string, readonly string[]>>

function addNames(rows: readonly (readonly string[])[], kinds: Kinds, each: (key: string) => void) {
  for (const names of [...rows, ...Object.keys(kinds).map((name) => [name])]) {
    const covered = names.flatMap((name) => kinds[name] ?? [])
    for (const name of names) {
      const key = keyOf(name.split(' '))
      const known = namesByKey.get(key) ?? []
      namesByKey.set(key, [...known, ...namesAs(names, closeness.alike), ...namesAs(covered, closeness.kin)])
      each(key)
      if (!name.includes(' ')) singleNames.push(name)
    }
  }
  for (const name of Object.values(kinds).flat()) {
    each(keyOf(name.split(' ')))
    if (!name.includes(' ')) singleNames.push(name)
  }
}

addNames(synonyms, kindsOf, (key) => things.add(key))
addNames(styleSynonyms, looksOf, () => {})
