import { type ReactNode, useEffect, useRef } from 'react'

/** What a customer is asked, about an order for one. When a button has opened it, it has the focus in the place of that button. */
export function Asked({
  title,
  isOpened = true,
  level: Heading = 'h2',
  children,
}: {
  title: string
  isOpened?: boolean
  /** `h4` where it stands below a heading of the third level. */
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

/** A stable function, so that React calls it once: the button that was pressed has gone. */
export const focusAtFirst = (button: HTMLButtonElement | null) => button?.focus()
