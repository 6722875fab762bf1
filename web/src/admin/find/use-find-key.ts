import { useEffect } from 'react'

/** Calls `onFind` on Ctrl+K or ⌘K, unless a dialog is open. */
export function useFindKey(onFind: () => void) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) onFind()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [onFind])
}
