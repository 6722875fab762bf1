import { useEffect } from 'react'

/** A page's title, as browser tabs and search engines show it. */
export const titled = (name: string): string => `${name} - Selvedge`

/**
 * Sets the title of the current page. React's `<title>` does not work here: after hydration it stands after the gateway's `<title>`,
 * and browsers show only the first `<title>`.
 */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
