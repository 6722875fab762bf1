import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'

/** If a button opened the question, the question takes the button's place and focus. */
export function QuestionBox({
  title,
  isOpened = true,
  level: Heading = 'h2',
  children,
}: {
  title: string
  isOpened?: boolean
  /** Use `h4` below a third-level heading. */
  level?: 'h2' | 'h4'
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpened) heading.current?.focus()
  }, [isOpened])
  return (
    <div className="grid max-w-[520px] gap-3.5">
      <Heading ref={heading} tabIndex={-1} className="type-h4">
        {title}
      </Heading>
      {children}
    </div>
  )
}

type ButtonsProps = {
  act: string
  busy: boolean
  busyLabel: string
  keep?: string
  onKeep: (() => void) | undefined
}

export const BoxButtons = ({ act, busy, busyLabel, keep = 'Cancel', onKeep }: ButtonsProps) => (
  <div className="flex flex-wrap gap-2">
    <Button type="submit" small busy={busy} busyLabel={busyLabel}>
      {act}
    </Button>
    {onKeep && (
      <Button small variant="outline" onClick={onKeep}>
        {keep}
      </Button>
    )}
  </div>
)

/**
 * A ref for the button that comes back when the box closes. Later renders do not move the focus, because React calls a ref again only if
 * its function has changed.
 */
export const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
