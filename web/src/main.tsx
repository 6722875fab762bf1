import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs } from './cart/other-tabs.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

/** Until the page's own code is there, its first view stands as the gateway has drawn it. `before` is called when it goes. */
export async function start(root: HTMLElement, before: () => () => unknown) {
  const client = createQueryClient()
  followOtherTabs(client)
  await loadPage(window.location.pathname)
  const after = before()
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <Providers client={client}>
            <Router />
          </Providers>
        </BrowserRouter>
      </StrictMode>,
    ),
  )
  after()
}
