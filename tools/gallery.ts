import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

/**
 * Makes the README's gallery out of the pictures that the last `PICTURES=on npm test` left in `screenshots`: each page's first
 * screens on a phone and on a desk. `npm run gallery`; fails when a page has no picture.
 */
const FROM = 'screenshots'
const TO = join('docs', 'pictures', 'gallery')
const START = '<!-- gallery: npm run gallery -->\n'
const END = '<!-- end of gallery -->'
const DEVICES = [
  { width: 390, showing: 1100, shownAs: 240 },
  { width: 1440, showing: 1300, shownAs: 640 },
]
const PAGES: Readonly<Record<string, string>> = {
  home: 'Home',
  collection: 'Collection',
  product: 'Product',
  search: 'Search',
  cart: 'Cart',
  'cart-empty': 'Empty cart',
  login: 'Login',
  register: 'Register',
  checkout: 'Checkout',
  'checkout-pay': 'Payment',
  'order-confirmation': 'Confirmation',
  order: 'Order',
  'my-orders': 'My orders',
  profile: 'Profile',
  'not-found': 'Not found',
  admin: 'Admin: dashboard',
  'admin-users': 'Admin: users',
  'admin-products': 'Admin: products',
  'admin-product-new': 'Admin: new product',
  'admin-product-edit': 'Admin: edit product',
  'admin-orders': 'Admin: orders',
  'admin-order': 'Admin: an order and its history',
}

await mkdir(TO, { recursive: true })
const rows = await Promise.all(
  Object.entries(PAGES).map(
    async ([page, name]) => `| ${name} | ${(await Promise.all(DEVICES.map(shown(page, name)))).join(' | ')} |`,
  ),
)
const table = ['| page | phone | desk |', '|---|---|---|', ...rows].join('\n')
const readme = await readFile('README.md', 'utf8')
const [before = '', after = ''] = [readme.split(START)[0], readme.split(END)[1]]
await writeFile('README.md', `${before}${START}\n${table}\n\n${END}${after}`)

/** Makes the picture; returns the HTML for its cell in the table. */
function shown(page: string, name: string) {
  return async ({ width, showing, shownAs }: (typeof DEVICES)[number]) => {
    const screenshot = join(FROM, `${page}-${width}.png`)
    if (!existsSync(screenshot))
      throw new Error(`There is no ${screenshot}: run PICTURES=on npm test -- --project browser with Chromium first`)
    const { height = 0 } = await sharp(screenshot).metadata()
    const file = join(TO, `${page}-${width}.webp`)
    await sharp(screenshot)
      .extract({ left: 0, top: 0, width, height: Math.min(height, showing) })
      .resize({ width: shownAs * 1.5 })
      .webp({ quality: 72 })
      .toFile(file)
    return `<img src="${file}" width="${shownAs}" alt="${name}, ${width} pixels wide">`
  }
}
