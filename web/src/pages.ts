import { titled } from './lib/page-title.ts'
import type { Page, PageHead } from './page.ts'
import { catalogQueries } from './products/catalog-api.ts'

/** TABLE: every page for shoppers. */
const shopPages: readonly Page[] = [
  {
    path: '/',
    closing: true,
    load: async () => (await import('./catalog/home-page.tsx')).HomePage,
    asks: async () => [
      catalogQueries.newArrivals(),
      catalogQueries.bestSeller(),
      catalogQueries.topWears(),
      catalogQueries.featured(),
    ],
    head: async () => (await import('./catalog/home-page.tsx')).homeHead,
  },
  {
    path: '/collections/:collection',
    closing: true,
    load: async () => (await import('./catalog/collection-page.tsx')).CollectionPage,
    asks: async (address) => (await import('./catalog/collection-page.tsx')).collectionQueries(address),
    head: async () => (await import('./catalog/collection-page.tsx')).collectionHead,
  },
  {
    path: '/product/:id',
    closing: true,
    load: async () => (await import('./catalog/product-page.tsx')).ProductPage,
    asks: async ({ params: { id = '' } }) => [catalogQueries.product(id), catalogQueries.similar(id)],
    head: async () => (await import('./catalog/product-page.tsx')).productHead,
  },
  {
    path: '/support/:topic',
    load: async () => (await import('./support/support-page.tsx')).SupportPage,
    head: async () => (await import('./support/support-page.tsx')).supportHead,
  },
  titledPage('/contact', async () => (await import('./support/contact-page.tsx')).ContactPage, 'Contact Us'),
  titledPage('/newsletter', async () => (await import('./account/mailed-link-page.tsx')).NewsletterPage, 'Newsletter'),
  titledPage('/login', async () => (await import('./account/login-page.tsx')).LoginPage, 'Sign in'),
  titledPage('/register', async () => (await import('./account/register-page.tsx')).RegisterPage, 'Register'),
  titledPage(
    '/forgot-password',
    async () => (await import('./account/forgot-password-page.tsx')).ForgotPasswordPage,
    'Reset your password',
  ),
  titledPage(
    '/reset-password',
    async () => (await import('./account/reset-password-page.tsx')).ResetPasswordPage,
    'A new password',
  ),
  titledPage(
    '/confirm-email',
    async () => (await import('./account/mailed-link-page.tsx')).ConfirmEmailPage,
    'Confirm your address',
  ),
  titledPage('/checkout', async () => (await import('./checkout/checkout-page.tsx')).CheckoutPage, 'Checkout'),
  titledPage('/profile', async () => (await import('./account/profile-page.tsx')).ProfilePage, 'Profile'),
  titledPage(
    '/order-confirmation',
    async () => (await import('./checkout/confirmation-page.tsx')).ConfirmationPage,
    'Order confirmation',
  ),
  titledPage('/my-orders', async () => (await import('./account/my-orders-page.tsx')).MyOrdersPage, 'My Orders'),
  {
    path: '/order/:id',
    load: async () => (await import('./orders/order-page.tsx')).OrderPage,
    head: async () => () => ownHead('Order'),
  },
]

/**
 * TABLE: every page of the admin area, with its component in staff-pages.ts. Only the browser draws these pages, because only the browser
 * knows the user.
 */
const adminPages: readonly Page[] = [
  '/admin',
  '/admin/users',
  '/admin/users/:id',
  '/admin/products',
  '/admin/products/new',
  '/admin/products/:id/edit',
  '/admin/products/:id/stock',
  '/admin/orders',
  '/admin/deleted',
  '/admin/holds',
  '/admin/cases',
  '/admin/cases/:id',
  '/admin/outbox',
  '/admin/orders/:id',
].map(staffPage)

/** TABLE: every page of the analysis. Only the browser draws these pages. */
const analysisPages: readonly Page[] = [
  '/analysis',
  '/analysis/time',
  '/analysis/questions',
  '/analysis/reducer',
  '/analysis/reports',
  '/analysis/board',
  '/analysis/events',
  '/analysis/streams',
  '/analysis/exports',
  '/analysis/catalogue',
].map(staffPage)

/** TABLE: the admin's and the analysts' pages with their layouts. A layout is loaded with the first page of its area. */
export const staffAreas = [
  [adminPages, async () => (await import('./admin/admin-layout.tsx')).AdminLayout],
  [analysisPages, async () => (await import('./analysis/analysis-layout.tsx')).AnalysisLayout],
] as const

/** Every page except the not-found page. */
export const allPages = [shopPages, adminPages, analysisPages].flat()

export const notFoundPage = titledPage(
  '*',
  async () => (await import('./layout/not-found-page.tsx')).NotFoundPage,
  'Not found',
)

function ownHead(title: string): PageHead {
  return { title: titled(title), hidden: true }
}

/** Search engines index the page only if `pageDescriptions` in server/open-pages.ts describes it. */
function titledPage(path: string, load: Page['load'], title: string): Page {
  return { path, load, head: { title: titled(title) } }
}

/** A page for admins or analysts. */
function staffPage(path: string): Page {
  return {
    path,
    load: async () => (await import('./staff-pages.ts')).staffPages[path]!(),
    head: async () => () => ownHead(path.startsWith('/admin') ? 'Admin' : 'Analysis'),
  }
}
