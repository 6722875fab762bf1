import { type Product, ProductQuery } from '@shop/language/api/catalog'

/** What was asked for: the names in braces of a row's path, and the query. */
export type PageAddress = Readonly<{ params: Readonly<Record<string, string>>; query: URLSearchParams }>

/** A picture that the first view shows: the client's files by name, `{width}` for each of their widths. */
export type FirstPicture = Readonly<{ file: string; sizes: string; media?: string }>

/** What a page says of itself to those who do not run it. */
export type PageHead = Readonly<{
  title: string
  description?: string
  /** The one address it is to be known by, without origin. */
  canonical?: string
  /** It is the reader's own: search engines are to forget it. */
  hidden?: true
  pictures?: readonly FirstPicture[]
  product?: Product
}>

export type PageRow = Readonly<{
  path: string
  /** The client's files that show it, asked for together with the HTML. */
  code: readonly string[]
  /** The first calls that the client would make, by their very addresses. */
  asks: (page: PageAddress) => readonly string[]
  /** Undefined when the answers say that there is no such page. */
  head: (page: PageAddress, answers: Answers) => PageHead | undefined
}>

/** What the API said by address; null for what it says there is not, nothing for what could not be asked. */
export type Answers = ReadonlyMap<string, unknown>

const PAGE_SIZE = 24
const WIDE_PHONE = '(min-width: 768px)'

/** TABLE: every page of the client, what it asks first and what it is called. */
export const pageTable: readonly PageRow[] = [
  {
    path: '/',
    code: ['src/catalog/home-page.tsx', 'src/catalog/home-sections.tsx'],
    asks: () => [
      '/api/products/new-arrivals',
      '/api/products/best-seller',
      '/api/products?category=Bottom+Wear&gender=Women&limit=8',
      '/api/products?collection=Essentials&limit=4',
    ],
    head: () => ({
      title: 'Selvedge',
      description:
        'Selvedge: clothes whose edge does not fray. Shirts, denim, knitwear and outerwear, shipped worldwide.',
      canonical: '/',
      pictures: [
        { file: 'src/catalog/pictures/hero-wide-{width}.avif', sizes: '100vw', media: WIDE_PHONE },
        { file: 'src/catalog/pictures/hero-phone-{width}.avif', sizes: '100vw', media: `not all and ${WIDE_PHONE}` },
      ],
    }),
  },
  {
    path: '/collections/{collection}',
    code: ['src/catalog/collection-page.tsx'],
    // The brands to choose from are those of all products.
    asks: (page) => [
      ...new Set([listAddress(page), `/api/products/facets?${filtersOf(page)}`, '/api/products/facets?']),
    ],
    head: collectionHead,
  },
  {
    path: '/product/{id}',
    code: ['src/catalog/product-page.tsx'],
    asks: ({ params }) => [productAddress(params), `/api/products/similar/${idOf(params)}`],
    head: ({ params }, answers) => {
      const product = answers.get(productAddress(params)) as Product | null | undefined
      if (product === null) return undefined
      return product ? productHead(product) : { title: 'Selvedge' }
    },
  },
  plain(
    '/login',
    'Sign in',
    ['src/account/login-page.tsx'],
    'Sign in to Selvedge to check out and to follow your orders.',
  ),
  plain(
    '/register',
    'Register',
    ['src/account/register-page.tsx'],
    'Make an account at Selvedge. Your cart comes with you.',
  ),
  plain('/checkout', 'Checkout', ['src/checkout/checkout-page.tsx'], 'Shipping, payment and a summary of your order.'),
  plain('/profile', 'Profile', ['src/account/profile-page.tsx']),
  plain('/order-confirmation', 'Order confirmation', ['src/checkout/confirmation-page.tsx']),
  plain('/my-orders', 'My Orders', ['src/orders/my-orders-page.tsx']),
  plain('/order/{id}', 'Order', ['src/orders/order-page.tsx']),
  admin('/admin', 'src/admin/dashboard/dashboard-page.tsx'),
  admin('/admin/users', 'src/admin/users/users-page.tsx'),
  admin('/admin/products', 'src/admin/products/products-page.tsx'),
  admin('/admin/products/new', 'src/admin/products/new-product-page.tsx'),
  admin('/admin/products/{id}/edit', 'src/admin/products/edit-product-page.tsx'),
  admin('/admin/orders', 'src/admin/orders/orders-page.tsx'),
  admin('/admin/orders/{id}', 'src/admin/orders/order-page.tsx'),
]

/** A page of the reader's own: nothing of it is known before the client has asked with the reader's token. */
function plain(path: string, title: string, code: readonly string[], description?: string): PageRow {
  const name = `${title} - Selvedge`
  const head: PageHead = description ? { title: name, description, canonical: path } : { title: name, hidden: true }
  return { path, code, asks: () => [], head: () => head }
}

function admin(path: string, code: string): PageRow {
  return plain(path, 'Admin', ['src/layout/admin-layout.tsx', code])
}

function collectionHead(page: PageAddress, answers: Answers): PageHead {
  const [gender, category] = [page.query.get('gender'), page.query.get('category')]
  const known = new URLSearchParams({ ...(gender && { gender }), ...(category && { category }) }).toString()
  const what = [gender === 'Men' ? "men's" : gender === 'Women' ? "women's" : '', category ?? 'clothes']
    .join(' ')
    .trim()
  const products = (answers.get(listAddress(page)) ?? []) as readonly Product[]
  return {
    title: 'All Collection - Selvedge',
    description: `All ${what.toLowerCase()} of Selvedge: filter by size, color, material and price.`,
    canonical: `/collections/${encodeURIComponent(page.params.collection ?? 'all')}${known && `?${known}`}`,
    pictures: products.slice(0, 2).flatMap((product) => firstPicture(product, CARD_SIZES)),
  }
}

const CARD_SIZES =
  '(min-width: 1280px) 20vw, (min-width: 1024px) 23vw, (min-width: 768px) 31vw, (min-width: 360px) 46vw, 90vw'

const productHead = (product: Product): PageHead => ({
  title: `${product.name} - Selvedge`,
  description: product.description.slice(0, 200) || `${product.name} by ${product.brand}`,
  canonical: `/product/${product._id}`,
  pictures: firstPicture(product, '(min-width: 1024px) 47vw, (min-width: 768px) 48vw, 100vw'),
  product,
})

const firstPicture = ({ images }: Product, sizes: string): readonly FirstPicture[] =>
  images[0] ? [{ file: images[0].url, sizes }] : []

const idOf = ({ id = '' }: PageAddress['params']) => encodeURIComponent(id)
const productAddress = (params: PageAddress['params']) => `/api/products/${idOf(params)}`

const FILTERS = Object.keys(ProductQuery.shape).filter((name) => !['collection', 'limit', 'cursor'].includes(name))

/** As the client writes it: known names that are not empty, in the order of the alphabet. */
function filtersOf({ params, query }: PageAddress): URLSearchParams {
  const { collection = 'all' } = params
  const filters = new URLSearchParams(collection.toLowerCase() === 'all' ? {} : { collection })
  for (const name of FILTERS) {
    const value = query.get(name)?.trim()
    if (value) filters.set(name, value)
  }
  filters.sort()
  return filters
}

function listAddress(page: PageAddress): string {
  const filters = filtersOf(page)
  filters.set('limit', String(PAGE_SIZE))
  filters.sort()
  return `/api/products?${filters}`
}
