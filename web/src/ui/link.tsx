import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useGo } from '../lib/use-go.ts'

/** `to` is a whole path of the shop, with its query. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

/** A link to a page of the shop. A plain click goes there as the shop does (use-go.ts); every other click is the browser's. */
export function Link({ to, onClick, ...props }: LinkProps) {
  const go = useGo()
  const { pathname, search } = useLocation()

  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    const isPlain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    // The page that is shown already is not put into the history once more.
    go(to, { replace: to === pathname + search })
  }

  return <a {...props} href={to} onClick={press} />
}
