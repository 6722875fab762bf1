import type { Facets } from '@shop/language/product/api'
import { Note } from '../ui/note.tsx'

type Readings = Pick<Facets, 'passedOver' | 'corrected'>

export function SearchNotes({ readings }: { readings: Readings | undefined }) {
  const { passedOver, corrected } = readings ?? { passedOver: [], corrected: [] }
  if (passedOver.length + corrected.length === 0) return null
  return (
    <Note className="mb-5" tone="info">
      {corrected.length > 0 && (
        <p className="wrap-anywhere">
          Showing results for {inWords(corrected.map(({ readAs }) => readAs))} instead of{' '}
          {inWords(corrected.map(({ typed }) => typed))}.
        </p>
      )}
      {passedOver.length > 0 && (
        <p className="wrap-anywhere">
          Ignored: {inWords(passedOver)}, because {passedOver.length === 1 ? 'it matches' : 'they match'} none of these
          pieces.
        </p>
      )}
    </Note>
  )
}

const inWords = (words: readonly string[]) => list.format(words.map((word) => `“${word}”`))
const list = new Intl.ListFormat('en', { type: 'conjunction' })
