import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs } from './cart/other-tabs.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/**
 * Takes over what the gateway has drawn; a page that was not drawn is drawn here. `before` is called when the client
 * begins to hear what happens on the page, and what it gives right after.
 */
export async function start(root: HTMLElement, before: () => () => unknown) {
  const client = createQueryClient()
  followOtherTabs(client)
  // A page that had to be waited for would not be taken over but drawn anew.
  await loadPage(window.location.pathname)
  const page = (
    <StrictMode>
      <BrowserRouter>
        <Providers client={client}>
          <Router />
        </Providers>
      </BrowserRouter>
    </StrictMode>
  )
  const after = before()
  // In a transition it is done piece by piece, and what is pressed meanwhile comes first.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
  await after()
}
