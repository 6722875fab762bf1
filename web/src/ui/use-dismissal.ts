import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

const FAR_ENOUGH_PX = 45

/** Dismisses a focused element with Escape, or with a finger's swipe up or to the right. With a mouse, the user selects text. */
export function useDismissal(onDismissed: () => void) {
  const start = useRef<{ x: number; y: number }>(undefined)

  function way({ clientX, clientY }: PointerEvent) {
    const { x, y } = start.current ?? { x: clientX, y: clientY }
    return { right: Math.max(0, clientX - x), up: Math.max(0, y - clientY) }
  }
  function release({ currentTarget }: PointerEvent<HTMLElement>) {
    start.current = undefined
    currentTarget.style.translate = ''
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = { x: event.clientX, y: event.clientY }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { right, up } = way(event)
      event.currentTarget.style.translate = right > up ? `${right}px` : `0 ${-up}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const { right, up } = way(event)
      if (Math.max(right, up) >= FAR_ENOUGH_PX) onDismissed()
      else release(event)
    },
    onPointerCancel: release,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && onDismissed(),
  }
}
