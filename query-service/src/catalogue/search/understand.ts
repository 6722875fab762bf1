import { askedTokensOf } from '@shop/language/read-models/tokens'
import { closeness, type Name } from './closeness.ts'
import { emptyWords, type Gender, genderWords, prepositions } from './clothing-words.ts'
import { keyOf, namesByKey, singleNames, things } from './known-names.ts'
import { stemOf } from './stem.ts'

/**
 * One part of a search: what a product must be, by any of these names, or for whom. `typed` are the words typed for it. The part names a
 * thing, as `shirt` does, or describes one.
 */
export type Part = Readonly<{
  typed: string
  names: readonly Name[]
  namesThing: boolean
  gender?: Gender
  /** The word that was meant, if the typed one was read as a typing error. */
  readAs?: string
}>

/** The words of the products. */
export type Vocabulary = Readonly<{
  /** Whether a product has the word in any of its forms. */
  has: (word: string) => boolean
  /** Whether a product's name has the word in any of its forms, or a word that starts with it. */
  isInName: (word: string) => boolean
  hasBeginning: (beginning: string) => boolean
  /** The word of a name or a fact that was meant, if one of them, or of `others`, differs by at most this many typing errors. */
  nearest: (word: string, others: readonly string[], errors: number) => string | undefined
}>

/** The number of typing errors that are corrected without a question. */
const MENDED = 1
const MOST_WORDS_IN_A_NAME = 3
/** From this length, the start of a word is enough to recognize one of the shop's names. */
const SHORTEST_BEGINNING = 3

/** The parts of a text; a text without words has no parts. */
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

/** A name in the table is a thing. The last word is also one if it is in a product's name. */
function isThing([own]: readonly Name[], isLast: boolean, vocabulary: Vocabulary) {
  if (own?.closeness !== closeness.same) return false
  return things.has(keyOf(own.words)) || (isLast && own.words.every(vocabulary.isInName))
}

/** The words of a search as typed: `men's` becomes `mens`. Words that say nothing are left out if there are other words. */
export function wordsOf(text: string): readonly string[] {
  const words = typedIn(text)
  const telling = words.filter(isTelling)
  return telling.length > 0 ? telling : words
}

/** In English the thing is the last word, before its purpose: the party shirt, and the shirt for a party. -1 if nothing is there. */
function placeOfThing(text: string): number {
  const words = typedIn(text)
  const end = words.findIndex((word) => prepositions.has(word))
  return words.slice(0, end < 0 ? undefined : end).filter(isTelling).length - 1
}

const typedIn = (text: string) => askedTokensOf(text.replace(/(?<=\p{L})['’](?=s\b|\s|$)/gu, ''))
const isTelling = (word: string) => !emptyWords.has(word)

type Read = Pick<Part, 'names' | 'gender' | 'readAs'> & Readonly<{ length: number }>

/** The longest name in the table that the words start with. */
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

/** Two words that products write as one match either form. */
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
  return { ...(names ? { names } : mended(word, vocabulary)), length: 1 }
}

const same = (...words: readonly string[]): readonly Name[] => [{ words, closeness: closeness.same }]

/** All names of the things whose names start with this. */
function beingTyped(beginning: string): readonly Name[] | undefined {
  if (beginning.length < SHORTEST_BEGINNING) return undefined
  const names = singleNames
    .filter((name) => name.startsWith(beginning))
    .flatMap((name) => namesByKey.get(stemOf(name)) ?? [])
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

function mended(word: string, vocabulary: Vocabulary): Pick<Part, 'names' | 'readAs'> {
  const meant = vocabulary.nearest(word, singleNames, MENDED)
  if (meant === undefined) return { names: same(word) }
  return { names: asName([meant])?.names ?? same(meant), readAs: meant }
}

/** The number of typing errors that are corrected if a search has found nothing. */
const MAX_TYPING_ERRORS = 2

/**
 * What a search that finds nothing may mean, the most likely first: each word that no product has becomes the nearest existing word, or is
 * left out; then only the last words, because in English the thing is last.
 */
export function otherWordings(text: string, vocabulary: Vocabulary): readonly string[] {
  const words = wordsOf(text)
  const mended = words.flatMap((word) => {
    if (isKnown(word, vocabulary)) return word
    return vocabulary.nearest(word, [], MAX_TYPING_ERRORS) ?? []
  })
  const last = [...new Set([...mended.slice(-MOST_WORDS_IN_A_NAME), ...words.slice(-1)])].toReversed()
  return [...new Set([mended.join(' '), ...last])].filter((wording) => wording !== '')
}

const isKnown = (word: string, vocabulary: Vocabulary) =>
  genderWords[word] !== undefined ||
  namesByKey.has(keyOf([word])) ||
  vocabulary.has(word) ||
  vocabulary.hasBeginning(word)
