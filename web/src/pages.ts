import { titled } from './lib/page-title.ts'
import type { Page, PageHead } from './page.ts'
import { catalogQueries } from './products/catalog-api.ts'

/** TABLE: every page of the shop. The router and the server's drawing of first views both use this table, and no other. */
export const shopPages: readonly Page[] = [
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
  publicPage(
    '/login',
    async () => (await import('./account/login-page.tsx')).LoginPage,
    'Sign in',
    'Sign in to Selvedge to check out and to follow your orders.',
  ),
  publicPage(
    '/register',
    async () => (await import('./account/register-page.tsx')).RegisterPage,
    'Register',
    'Make an account at Selvedge. Your cart comes with you.',
  ),
  ownPage(
    '/forgot-password',
    async () => (await import('./account/forgot-password-page.tsx')).ForgotPasswordPage,
    'Forgotten password',
  ),
  ownPage(
    '/reset-password',
    async () => (await import('./account/reset-password-page.tsx')).ResetPasswordPage,
    'A new password',
  ),
  ownPage(
    '/confirm-email',
    async () => (await import('./account/confirm-email-page.tsx')).ConfirmEmailPage,
    'Confirm your address',
  ),
  publicPage(
    '/checkout',
    async () => (await import('./checkout/checkout-page.tsx')).CheckoutPage,
    'Checkout',
    'Shipping, payment and a summary of your order.',
  ),
  ownPage('/profile', async () => (await import('./account/profile-page.tsx')).ProfilePage, 'Profile'),
  ownPage(
    '/order-confirmation',
    async () => (await import('./checkout/confirmation-page.tsx')).ConfirmationPage,
    'Order confirmation',
  ),
  ownPage('/my-orders', async () => (await import('./account/my-orders-page.tsx')).MyOrdersPage, 'My Orders'),
  {
    path: '/order/:id',
    load: async () => (await import('./orders/order-page.tsx')).OrderPage,
    head: async () => () => ownHead('Order'),
  },
]

/** TABLE: every page of the admin area. They are drawn in the browser only, which knows who is signed in. */
export const adminPages: readonly Page[] = [
  staffPage('/admin', async () => (await import('./admin/dashboard/dashboard-page.tsx')).DashboardPage),
  staffPage('/admin/users', async () => (await import('./admin/users/users-page.tsx')).UsersPage),
  staffPage('/admin/users/:id', async () => (await import('./admin/customers/customer-page.tsx')).CustomerPage),
  staffPage('/admin/products', async () => (await import('./admin/products/products-page.tsx')).ProductsPage),
  staffPage('/admin/products/new', async () => (await import('./admin/products/new-product-page.tsx')).NewProductPage),
  staffPage(
    '/admin/products/:id/edit',
    async () => (await import('./admin/products/edit-product-page.tsx')).EditProductPage,
  ),
  staffPage('/admin/products/:id/stock', async () => (await import('./admin/stock/stock-page.tsx')).StockPage),
  staffPage('/admin/orders', async () => (await import('./admin/orders/orders-page.tsx')).OrdersPage),
  staffPage('/admin/cases', async () => (await import('./admin/cases/cases-page.tsx')).CasesPage),
  staffPage('/admin/cases/:id', async () => (await import('./admin/cases/case-page.tsx')).CasePage),
  staffPage('/admin/outbox', async () => (await import('./admin/outbox/outbox-page.tsx')).OutboxPage),
  staffPage('/admin/orders/:id', async () => (await import('./admin/orders/order-page.tsx')).OrderPage),
]

/** TABLE: every page of the analysis, drawn in the browser only, as those of the admin area. */
export const analysisPages: readonly Page[] = [
  staffPage('/analysis', async () => (await import('./analysis/start-page.tsx')).StartPage),
  staffPage('/analysis/time', async () => (await import('./analysis/time/time-machine-page.tsx')).TimeMachinePage),
  staffPage('/analysis/questions', async () => (await import('./analysis/questions/questions-page.tsx')).QuestionsPage),
  staffPage('/analysis/exports', async () => (await import('./analysis/exports/exports-page.tsx')).ExportsPage),
  staffPage('/analysis/catalogue', async () => (await import('./analysis/catalogue/catalogue-page.tsx')).CataloguePage),
]

/** TABLE: the pages of those who work for the shop, and their layouts, which are loaded for them alone. */
export const staffAreas = [
  [adminPages, async () => (await import('./admin/admin-layout.tsx')).AdminLayout],
  [analysisPages, async () => (await import('./analysis/analysis-layout.tsx')).AnalysisLayout],
] as const

/** Every page but the one at every other address. */
export const allPages = [shopPages, adminPages, analysisPages].flat()

/** The page at every other address. */
export const notFoundPage: Page = {
  path: '*',
  load: async () => (await import('./layout/not-found-page.tsx')).NotFoundPage,
  head: async () => () => ownHead('Not found'),
}

/** The head of a personal page, whose content needs the customer's token. */
function ownHead(title: string): PageHead {
  return { title: titled(title), hidden: true }
}

/** A page that everybody may find, under a title that stands. */
function publicPage(path: string, load: Page['load'], title: string, description: string): Page {
  return { path, load, head: { title: titled(title), description, canonical: path } }
}

function ownPage(path: string, load: Page['load'], title: string): Page {
  return { path, load, head: ownHead(title) }
}

function staffPage(path: string, load: Page['load']): Page {
  return { path, load, head: async () => () => ownHead(path.startsWith('/admin') ? 'Admin' : 'Analysis') }
}
