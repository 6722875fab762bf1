import { useEffect } from 'react'

export const titled = (name: string): string => `${name} - Selvedge`

/** React's `<title>` does not work here: after hydration it stands after the gateway's, and browsers show only the first. */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
