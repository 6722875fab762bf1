import { tokensOf } from '@shop/language/read-models/tokens'
import { emptyWords, type Gender, genderWords, kindsOf, namesOfOneThing } from './clothing-words.ts'
import { stemOf } from './stem.ts'

/** How near a product comes to what is searched for, nearest first. */
export const closeness = {
  /** Its name has the word, in any form; or it is for whom it is asked for. */
  same: 0,
  /** Its name has another name of the thing; or the word is its color, brand, material, collection or category. */
  alike: 1,
  /** Its name has a kind of the thing; or its name or one of those has a word that begins so. */
  kin: 2,
  /** It is for everybody, and somebody's was asked for. */
  forAll: 3,
  /** Its description mentions the word. */
  mentioned: 4,
} as const
export type Closeness = (typeof closeness)[keyof typeof closeness]
export const closenesses: readonly Closeness[] = Object.values(closeness)

/** Words that a product must all have, and how near it comes at best by having them. */
export type Name = Readonly<{ words: readonly string[]; closeness: Closeness }>

/** What a product must be, by any of these names; or for whom. */
export type Part = Readonly<{ names: readonly Name[]; gender?: Gender }>

/** The words of the products, for what is typed. */
export type Vocabulary = Readonly<{
  /** Whether a product has the word in any of its forms. */
  has: (word: string) => boolean
  hasBeginning: (beginning: string) => boolean
  /** The word of a name or a fact that was meant, if one of them, or of `others`, is at most so many typing errors away. */
  nearest: (word: string, others: readonly string[], errors: number) => string | undefined
}>

/** Typing errors that are mended in silence. */
const MENDED = 1
const MOST_WORDS_IN_A_NAME = 3
/** So many beginnings of a word say which of the shop's names is being typed. */
const SHORTEST_BEGINNING = 3

/** What a text asks for. Every part must match; a text without any word has none. */
export function understand(text: string, vocabulary: Vocabulary): readonly Part[] {
  const words = wordsOf(text)
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + MOST_WORDS_IN_A_NAME)
    const read = asName(rest) ?? asGender(rest) ?? asJoined(rest, vocabulary) ?? asWord(rest, vocabulary)
    parts.push(read.part)
    at += read.length
  }
  return parts
}

/** The words of a search as they are typed: `men's` is `mens`, and what says nothing is left out beside other words. */
export function wordsOf(text: string): readonly string[] {
  const words = tokensOf(text.replace(/(?<=\p{L})['’](?=s\b|\s|$)/gu, ''))
  const telling = words.filter((word) => !emptyWords.has(word))
  return telling.length > 0 ? telling : words
}

type Read = { part: Part; length: number }

/** The longest name of the table that the words begin with. */
function asName(words: readonly string[]): Read | undefined {
  for (let length = words.length; length > 0; length--) {
    const typed = words.slice(0, length)
    const known = thingsByName.get(keyOf(typed))
    if (known) return { part: { names: [...same(...typed), ...known] }, length }
  }
  return undefined
}

function asGender([word = '']: readonly string[]): Read | undefined {
  const gender = genderWords[word]
  return gender && { part: { gender, names: same(word) }, length: 1 }
}

/** Two words that products write as one are either. */
function asJoined([one = '', other]: readonly string[], vocabulary: Vocabulary): Read | undefined {
  if (other === undefined) return undefined
  const joined = one + other
  const names = thingsByName.get(keyOf([joined]))
  if (!names && !vocabulary.has(joined)) return undefined
  return { part: { names: [...same(joined), ...(names ?? []), ...same(one, other)] }, length: 2 }
}

function asWord([word = '']: readonly string[], vocabulary: Vocabulary): Read {
  const known = vocabulary.has(word) || vocabulary.hasBeginning(word)
  const names = known ? same(word) : (beingTyped(word) ?? split(word, vocabulary) ?? mended(word, vocabulary))
  return { part: { names }, length: 1 }
}

const same = (...words: readonly string[]): readonly Name[] => [{ words, closeness: closeness.same }]

/** All names of the things whose names begin so. */
function beingTyped(beginning: string): readonly Name[] | undefined {
  if (beginning.length < SHORTEST_BEGINNING) return undefined
  const names = singleNames
    .filter((name) => name.startsWith(beginning))
    .flatMap((name) => thingsByName.get(stemOf(name)) ?? [])
  return names.length > 0 ? names.map((name) => ({ ...name, closeness: closeness.kin })) : undefined
}

/** A word that products write as two. */
function split(word: string, vocabulary: Vocabulary): readonly Name[] | undefined {
  for (let at = 1; at <= word.length - SHORTEST_BEGINNING; at++) {
    const halves = [word.slice(0, at), word.slice(at)]
    if (halves.every(vocabulary.has)) return same(...halves)
  }
  return undefined
}

function mended(word: string, vocabulary: Vocabulary): readonly Name[] {
  const meant = vocabulary.nearest(word, singleNames, MENDED)
  return meant === undefined ? same(word) : (asName([meant])?.part.names ?? same(meant))
}

/** Typing errors that are mended where a search has found nothing. */
const MENDED_IF_ASKED = 2

/**
 * What may have been meant by a search that finds nothing, the likeliest first: each word that no product has as the nearest
 * that one has, or left out; then its last words alone, since in English the thing stands last.
 */
export function otherWordings(text: string, vocabulary: Vocabulary): readonly string[] {
  const words = wordsOf(text)
  const mended = words.flatMap((word) => {
    if (isKnown(word, vocabulary)) return word
    return vocabulary.nearest(word, [], MENDED_IF_ASKED) ?? []
  })
  const last = [...new Set([...mended.slice(-MOST_WORDS_IN_A_NAME), ...words.slice(-1)])].toReversed()
  return [...new Set([mended.join(' '), ...last])].filter((wording) => wording !== '')
}

const isKnown = (word: string, vocabulary: Vocabulary) =>
  genderWords[word] !== undefined ||
  thingsByName.has(keyOf([word])) ||
  vocabulary.has(word) ||
  vocabulary.hasBeginning(word)

const keyOf = (words: readonly string[]) => words.map(stemOf).join(' ')

/** By the stems of each name: all names of the thing and of its kinds. */
const thingsByName = new Map<string, readonly Name[]>()
const singleNames: string[] = []
const namesAs = (names: readonly string[], closeness: Closeness) =>
  names.map((name): Name => ({ words: name.split(' '), closeness }))
for (const names of [...namesOfOneThing, ...Object.keys(kindsOf).map((name) => [name])]) {
  const kinds = names.flatMap((name) => kindsOf[name] ?? [])
  const things = [...namesAs(names, closeness.alike), ...namesAs(kinds, closeness.kin)]
  for (const name of names) {
    const key = keyOf(name.split(' '))
    const known = thingsByName.get(key) ?? []
    thingsByName.set(key, [...known, ...things])
    if (!name.includes(' ')) singleNames.push(name)
  }
}
for (const name of Object.values(kindsOf).flat()) if (!name.includes(' ')) singleNames.push(name)
