import type { ReactNode } from 'react'
import { fieldError } from '../lib/field-error.ts'
import { Note } from '../ui/note.tsx'
import { entryFailure } from './entry-failure.ts'
import entry720 from './pictures/entry-720.webp'
import entry1100 from './pictures/entry-1100.webp'

type EntryFrameProps = {
  title: string
  aside: string
  error: Error | null
  /** The fields that show their own errors. */
  fields?: readonly string[]
  problem?: string | undefined
  onSubmit: (form: FormData) => void
  children: ReactNode
}

export function EntryFrame({ title, aside, error, fields = [], problem, onSubmit, children }: EntryFrameProps) {
  const failure = problem ?? entryFailure(error)
  const isAtField = fields.some((name) => fieldError(error, name))
  return (
    <div className="to-the-footer grid lg:grid-cols-2">
      <div className="grid content-center justify-items-center px-(--gut) py-12">
        <form
          // Before the script has loaded, the default method would put the password into the URL.
          method="dialog"
          className="grid w-full max-w-[400px] gap-5"
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit(new FormData(event.currentTarget))
          }}
        >
          <div>
            <h1 className="type-h1">{title}</h1>
            <p className="type-say mt-2.5 text-rinse">{aside}</p>
          </div>
          {failure && !isAtField && (
            <Note tone="bad">
              <p>{failure}</p>
            </Note>
          )}
          <p role="alert" className="sr-only">
            {isAtField && failure}
          </p>
          {children}
        </form>
      </div>
      <EntryPicture />
    </div>
  )
}

const EntryPicture = () => (
  <div aria-hidden className="relative hidden overflow-hidden bg-wash lg:block">
    <img
      src={entry1100}
      srcSet={`${entry720} 720w, ${entry1100} 1100w`}
      sizes="50vw"
      alt=""
      width={1100}
      height={1200}
      className="absolute inset-0 size-full object-cover"
    />
  </div>
)
