import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { cartQueries } from './cart/cart-api.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/**
 * Hydrates the page that the gateway has drawn. If the gateway has not drawn the page, draws it. Calls `before` right before the client
 * listens to events. `before` returns a function to call right after the client has begun to listen.
 */
export async function start(root: HTMLElement, before: () => () => unknown) {
  const client = createQueryClient()
  followOtherTabs(client)
  // Loads the code of the page first, because React does not hydrate a page that suspends, but draws it again.
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
  // In a transition, React hydrates in small steps and handles events in between.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, page))
  else createRoot(root).render(page)
  await after()
}

/** Refetches the cart when another tab has changed the local copy of the cart. All tabs share this copy. */
function followOtherTabs(queryClient: QueryClient) {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'cart' || key === null) queryClient.invalidateQueries({ queryKey: cartQueries.all })
  })
}
