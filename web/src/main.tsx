import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { followOtherTabs } from './cart/other-tabs.ts'
import { createQueryClient, Providers } from './providers.tsx'
import { loadPage, Router } from './router.tsx'

const client = createQueryClient()
followOtherTabs(client)

// Until the page's own code is there, its first view stands as the gateway has drawn it.
await loadPage(window.location.pathname)
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <Providers client={client}>
        <Router />
      </Providers>
    </BrowserRouter>
  </StrictMode>,
)
