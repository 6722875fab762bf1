import type { Page } from './page.ts'

/** TABLE: the component of each staff page, by its path in pages.ts. */
export const staffPages: Readonly<Record<string, Page['load']>> = {
  '/admin': async () => (await import('./admin/dashboard/dashboard-page.tsx')).DashboardPage,
  '/admin/users': async () => (await import('./admin/users/users-page.tsx')).UsersPage,
  '/admin/users/:id': async () => (await import('./admin/customers/customer-page.tsx')).CustomerPage,
  '/admin/products': async () => (await import('./admin/products/products-page.tsx')).ProductsPage,
  '/admin/products/new': async () => (await import('./admin/products/new-product-page.tsx')).NewProductPage,
  '/admin/products/:id/edit': async () => (await import('./admin/products/edit-product-page.tsx')).EditProductPage,
  '/admin/products/:id/stock': async () => (await import('./admin/stock/stock-page.tsx')).StockPage,
  '/admin/orders': async () => (await import('./admin/orders/orders-page.tsx')).OrdersPage,
  '/admin/deleted': async () => (await import('./admin/deleted/deleted-page.tsx')).DeletedPage,
  '/admin/holds': async () => (await import('./admin/holds/holds-page.tsx')).HoldsPage,
  '/admin/cases': async () => (await import('./admin/cases/cases-page.tsx')).CasesPage,
  '/admin/cases/:id': async () => (await import('./admin/cases/case-page.tsx')).CasePage,
  '/admin/outbox': async () => (await import('./admin/outbox/outbox-page.tsx')).OutboxPage,
  '/admin/orders/:id': async () => (await import('./admin/orders/order-page.tsx')).OrderPage,
  '/analysis': async () => (await import('./analysis/questions/questions-page.tsx')).StartPage,
  '/analysis/time': async () => (await import('./analysis/time/time-machine-page.tsx')).TimeMachinePage,
  '/analysis/questions': async () => (await import('./analysis/questions/questions-page.tsx')).QuestionsPage,
  '/analysis/reducer': async () => (await import('./analysis/reducer/reducer-page.tsx')).ReducerPage,
  '/analysis/reports': async () => (await import('./analysis/reports/reports-page.tsx')).ReportsPage,
  '/analysis/board': async () => (await import('./analysis/board/board-page.tsx')).BoardPage,
  '/analysis/events': async () => (await import('./analysis/events/events-page.tsx')).EventsPage,
  '/analysis/streams': async () => (await import('./analysis/streams/streams-page.tsx')).StreamsPage,
  '/analysis/exports': async () => (await import('./analysis/exports/exports-page.tsx')).ExportsPage,
  '/analysis/catalogue': async () => (await import('./analysis/catalog/catalog-page.tsx')).CatalogPage,
}
