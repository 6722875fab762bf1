import { Note } from '../ui/note.tsx'

/** Says which words of the search were passed over. */
export function PassedOver({ words }: { words: readonly string[] }) {
  if (words.length === 0) return null
  return (
    <div className="mb-5">
      <Note tone="info">
        <p className="wrap-anywhere">Passed over: {inWords(words)}, which none of these pieces matches.</p>
      </Note>
    </div>
  )
}

const inWords = (words: readonly string[]) => list.format(words.map((word) => `“${word}”`))
const list = new Intl.ListFormat('en', { type: 'conjunction' })
