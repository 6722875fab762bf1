import { queryTokensOf } from '@shop/language/product/tokens'
import { closeness, type Name } from './closeness.ts'
import { emptyWords, type Gender, genderWords, prepositions } from './clothing-words.ts'
import { keyOf, namesByKey, singleNames, things } from './known-names.ts'
import { stemOf } from './stem.ts'

/**
 * One part of a search: what a product must be (`names`), or for whom it must be (`gender`). `typed`: the words as typed. `namesThing`: the
 * part names a thing, such as `shirt`.
 */
export type Part = Readonly<{
  typed: string
  names: readonly Name[]
  namesThing: boolean
  gender?: Gender
  /** The corrected word, if the typed word has a typing error. */
  readAs?: string
}>

export type Vocabulary = Readonly<{
  has: (word: string) => boolean
  /** Whether a product's name has this word in any form, or has a longer word that starts with this word. */
  isInName: (word: string) => boolean
  hasBeginning: (beginning: string) => boolean
  /** Returns the known word, or the word of `others`, that was most likely meant, with at most `errors` typing errors in `word`. */
  nearest: (word: string, others: readonly string[], errors: number) => string | undefined
}>

/** A search corrects at most this many typing errors in a word. */
const MAX_SILENT_CORRECTIONS = 1
const MOST_WORDS_IN_A_NAME = 3
/** The start of a name must have at least this many letters to match names in the tables. */
const SHORTEST_BEGINNING = 3

export function understand(text: string, vocabulary: Vocabulary): readonly Part[] {
  const words = wordsOf(text)
  const thingAt = placeOfThing(text)
  const parts: Part[] = []
  for (let at = 0; at < words.length; ) {
    const rest = words.slice(at, at + MOST_WORDS_IN_A_NAME)
    const { length, ...read } = asName(rest) ?? asGender(rest) ?? asJoined(rest, vocabulary) ?? asWord(rest, vocabulary)
    const isLast = at <= thingAt && thingAt < at + length
    const namesThing = isThing(read.names, isLast, vocabulary)
    parts.push({ typed: words.slice(at, at + length).join(' '), namesThing, ...read })
    at += length
  }
  return parts
}

/** Whether the first name is the name of a thing. `isLast`: the name contains the last word before a preposition. */
function isThing([own]: readonly Name[], isLast: boolean, vocabulary: Vocabulary) {
  if (own?.closeness !== closeness.same) return false
  return things.has(keyOf(own.words)) || (isLast && own.words.every(vocabulary.isInName))
}

/** The words that describe a product, or all words if there are none. `men's` becomes `mens`. */
function wordsOf(text: string): readonly string[] {
  const words = typedIn(text)
  const meaningful = words.filter(isMeaningful)
  return meaningful.length > 0 ? meaningful : words
}

/**
 * The index of the word that names the thing; -1 if there is none. In English this is the last word before a preposition ("the shirt for a
 * party"). If there is no preposition, it is the last word ("the party shirt").
 */
function placeOfThing(text: string): number {
  const words = typedIn(text)
  const end = words.findIndex((word) => prepositions.has(word))
  return words.slice(0, end < 0 ? undefined : end).filter(isMeaningful).length - 1
}

const typedIn = (text: string) => queryTokensOf(text.replace(/(?<=\p{L})['’](?=s\b|\s|$)/gu, ''))
const isMeaningful = (word: string) => !emptyWords.has(word)

type Read = Pick<Part, 'names' | 'gender' | 'readAs'> & Readonly<{ length: number }>

/** Finds the longest beginning of the words that is a name in the tables. */
function asName(words: readonly string[]): Read | undefined {
  for (let length = words.length; length > 0; length--) {
    const typed = words.slice(0, length)
    const known = namesByKey.get(keyOf(typed))
    if (known) return { names: [...same(...typed), ...known], length }
  }
  return undefined
}

function asGender([word = '']: readonly string[]): Read | undefined {
  const gender = genderWords[word]
  return gender && { gender, names: same(word), length: 1 }
}

/** Two typed words that texts of products write as one word. The search matches both forms. */
function asJoined([one = '', other]: readonly string[], vocabulary: Vocabulary): Read | undefined {
  if (other === undefined) return undefined
  const joined = one + other
  const names = namesByKey.get(keyOf([joined]))
  if (!names && !vocabulary.has(joined)) return undefined
  return { names: [...same(joined), ...(names ?? []), ...same(one, other)], length: 2 }
}

function asWord([word = '']: readonly string[], vocabulary: Vocabulary): Read {
  if (vocabulary.has(word) || vocabulary.hasBeginning(word)) return { names: same(word), length: 1 }
  const names = beingTyped(word) ?? split(word, vocabulary)
  return { ...(names ? { names } : corrected(word, vocabulary)), length: 1 }
}

const same = (...words: readonly string[]): readonly Name[] => [{ words, closeness: closeness.same }]

function beingTyped(beginning: string): readonly Name[] | undefined {
  if (beginning.length < SHORTEST_BEGINNING) return undefined
  const names = singleNames
    .filter((name) => name.startsWith(beginning))
    .flatMap((name) => namesByKey.get(stemOf(name)) ?? [])
  return names.length > 0 ? names.map((name) => ({ ...name, closeness: closeness.kin })) : undefined
}

/** One typed word that texts of products write as two words. */
function split(word: string, vocabulary: Vocabulary): readonly Name[] | undefined {
  for (let at = 1; at <= word.length - SHORTEST_BEGINNING; at++) {
    const halves = [word.slice(0, at), word.slice(at)]
    if (halves.every(vocabulary.has)) return same(...halves)
  }
  return undefined
}

function corrected(word: string, vocabulary: Vocabulary): Pick<Part, 'names' | 'readAs'> {
  const meant = vocabulary.nearest(word, singleNames, MAX_SILENT_CORRECTIONS)
  if (meant === undefined) return { names: same(word) }
  return { names: asName([meant])?.names ?? same(meant), readAs: meant }
}

const MAX_TYPING_ERRORS = 2

/**
 * Searches to suggest, the most likely first. In the first search, the nearest known word replaces each unknown word. All other suggestions
 * are single words from the end of the search, because in English the name of the thing comes last.
 */
export function otherWordings(text: string, vocabulary: Vocabulary): readonly string[] {
  const words = wordsOf(text)
  const corrected = words.flatMap((word) => {
    if (isKnown(word, vocabulary)) return word
    return vocabulary.nearest(word, [], MAX_TYPING_ERRORS) ?? []
  })
  const last = [...new Set([...corrected.slice(-MOST_WORDS_IN_A_NAME), ...words.slice(-1)])].toReversed()
  return [...new Set([corrected.join(' '), ...last])].filter((wording) => wording !== '')
}

const isKnown = (word: string, vocabulary: Vocabulary) =>
  genderWords[word] !== undefined ||
  namesByKey.has(keyOf([word])) ||
  vocabulary.has(word) ||
  vocabulary.hasBeginning(word)
