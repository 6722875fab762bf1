import type { ComponentProps, MouseEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { useGo } from '../lib/use-go.ts'

/** `to` is a path of the shop with its query. */
export type LinkProps = Omit<ComponentProps<'a'>, 'href' | 'target'> & { to: string }

export function Link({ to, onClick, ...props }: LinkProps) {
  const go = useGo()
  const { pathname, search } = useLocation()

  function press(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event
    const isPlain = button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)
    if (event.defaultPrevented || !isPlain) return
    event.preventDefault()
    go(to, { replace: to === pathname + search })
  }

  return <a {...props} href={to} onClick={press} />
}
