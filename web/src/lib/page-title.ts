import { useEffect } from 'react'

/** As it stands in a browser's tab and in a search engine's list. */
export const titled = (name: string): string => `${name} - Selvedge`

/**
 * Sets the title of the page that is shown. Not by React's `<title>`: one that is drawn after the client has taken over stands
 * behind the gateway's, and browsers show the first.
 */
export function usePageTitle(title: string) {
  useEffect(() => {
    document.title = title
  }, [title])
}
