import { useEffect } from 'react'

export const titled = (name: string): string => `${name} - Selvedge`

/** React's `<title>` would come after the gateway's `<title>`, and browsers show only the first. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
