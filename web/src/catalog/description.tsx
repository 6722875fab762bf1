import { useId, useState } from 'react'

/** A text with more characters is folded. */
const LONG = 260

/** A phone shows the description below the choices. */
export function Description({ text }: { text: string }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > LONG
  return (
    <div className="max-md:order-1">
      <p id={id} className={`type-say max-w-[32em] whitespace-pre-line ${isLong && !isOpen ? 'line-clamp-4' : ''}`}>
        {text}
      </p>
      {isLong && (
        <button
          type="button"
          className="text-link"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Read less' : 'Read more'}
        </button>
      )}
    </div>
  )
}
