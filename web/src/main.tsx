import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs } from './cart/other-tabs.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/**
 * Takes over what the gateway has drawn; a page that was not drawn is drawn here. `before` is called right before the
 * client starts to listen to events, and the function it returns right after.
 */
export async function start(root: HTMLElement, before: () => () => unknown) {
  const client = createQueryClient()
  followOtherTabs(client)
  // Loaded first: a page that suspends would be drawn anew instead of taken over.
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
  // In a transition React hydrates in small steps, and handles events in between first.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
  await after()
}
