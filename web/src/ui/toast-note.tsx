import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { CircleAlert, CircleCheck } from './icons/icons.tsx'

export type Toast = Readonly<{ id: number; kind: 'success' | 'error'; text: string; durationMs: number }>

/** The duration of the fade-out in the style sheet. */
const LEAVING_MS = 200

type ToastNoteProps = { toast: Toast; onGone: (id: number) => void }

/** The toast's time stops while the user reads. */
export function ToastNote({ toast: { id, kind, text, durationMs }, onGone }: ToastNoteProps) {
  const [isLeaving, setLeaving] = useState(false)
  const leftMs = useRef(durationMs)
  const { mustWait, attention } = useAttention()
  const leave = useCallback(() => {
    setLeaving(true)
    setTimeout(() => onGone(id), LEAVING_MS)
  }, [id, onGone])
  const dismissal = useDismissal(leave)

  useEffect(() => {
    if (mustWait) return
    const startedMs = performance.now()
    const timer = setTimeout(leave, leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - startedMs
    }
  }, [mustWait, leave])

  const Icon = kind === 'error' ? CircleAlert : CircleCheck
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a focused toast waits to be read
      tabIndex={0}
      className={`toast toast-${kind}`}
      data-leaving={isLeaving || undefined}
      {...attention}
      {...dismissal}
    >
      <Icon />
      {text}
    </div>
  )
}

function useAttention() {
  const [hasPointer, setPointer] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [isUnseen, setUnseen] = useState(document.hidden)

  useEffect(() => {
    const look = () => setUnseen(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])

  return {
    mustWait: hasPointer || hasFocus || isUnseen,
    attention: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  }
}

const FAR_ENOUGH_PX = 45

/** Dismisses a focused element with Escape, or with a finger's swipe up or to the right. With a mouse, the user selects text. */
function useDismissal(onDismissed: () => void) {
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
