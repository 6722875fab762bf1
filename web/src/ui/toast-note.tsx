import { useCallback, useEffect, useRef, useState } from 'react'
import { CircleAlert, CircleCheck } from './icons/icons.tsx'
import { useAttention } from './use-attention.ts'
import { useDismissal } from './use-dismissal.ts'

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
