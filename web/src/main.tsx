import type { QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { cartQueries } from './cart/cart-api.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/** `before` runs right before the client listens to events. The function that `before` returns runs right after. */
export async function start(root: HTMLElement, before: () => () => unknown) {
  const client = createQueryClient()
  followOtherTabs(client)
  // The page's code is loaded first, because React does not hydrate a page that suspends.
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

/** All tabs share the local copy of the cart. */
function followOtherTabs(queryClient: QueryClient) {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'cart' || key === null) queryClient.invalidateQueries({ queryKey: cartQueries.all })
  })
}
