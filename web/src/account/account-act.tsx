import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { DoneNote } from '../ui/done-note.tsx'
import { focusAtFirst } from '../ui/question-box.tsx'

type ActProps = {
  title: string
  says: string
  opener: string
  isOpen: boolean
  onOpen: () => void
  done?: string | undefined
  children: ReactNode
}

export function AccountAct({ title, says, opener, isOpen, onOpen, done, children }: ActProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    setWasOpen(true)
    heading.current?.focus()
  }, [isOpen])
  return (
    <ActRow>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <ActTitle title={title} says={says} ref={heading} />
        {!isOpen && (
          <Button ref={wasOpen && !done ? focusAtFirst : undefined} variant="outline" small onClick={onOpen}>
            {opener}
          </Button>
        )}
      </div>
      {isOpen ? <div className="max-w-[520px]">{children}</div> : done && <DoneNote key={done}>{done}</DoneNote>}
    </ActRow>
  )
}

export const ActRow = ({ children }: { children: ReactNode }) => (
  <div className="grid gap-5 border-t border-hair py-6 first:border-t-0">{children}</div>
)

type TitleProps = { title: string; says: string; ref?: React.Ref<HTMLHeadingElement> }

export const ActTitle = ({ title, says, ref }: TitleProps) => (
  <div className="min-w-0 flex-1 basis-64">
    <h3 ref={ref} tabIndex={-1} className="type-h4">
      {title}
    </h3>
    <p className="mt-1 max-w-[60ch] text-rinse">{says}</p>
  </div>
)
