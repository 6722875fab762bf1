import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'

/**
 * Makes the galleries of the README and of docs/design.md out of the pictures that the last `PICTURES=on npm test` left in
 * `screenshots`: each page's first screens on a phone and on a desk. `npm run gallery`, or `npm run gallery -- contact find` for the
 * pictures of these pages alone; fails when a page has no picture.
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

/** What the pages that came after the first pictures are meant to be. */
const INTENDED: Readonly<Record<string, readonly [name: string, intention: string]>> = {
  'forgot-password': [
    'Forgotten password',
    'The narrow form of signing in: one field, and the same answer for every address.',
  ],
  contact: ['Contact', 'A support page that is a form: three fields, one button, who reads it.'],
  'checkout-offered': [
    'Checkout, again',
    'What is known is offered on one press: the last address, the saved ones; nothing is filled in unasked but the name.',
  ],
  'checkout-discount': [
    'Payment, with a code',
    'What is taken off stands between subtotal and total; nothing is celebrated.',
  ],
  'test-payment': [
    'A test payment',
    'The shop’s cloth and type under a note that no money moves; three ways out, the first the likely one.',
  ],
  dashboard: [
    'Admin: dashboard',
    'What needs doing first, then figures with their change; every number leads to its list.',
  ],
  find: ['Admin: find', 'One box for everything that has a page; arrow keys and Enter.'],
  'order-job': ['Admin: an order', 'Where it goes, what it is, what comes next; its history below.'],
  'admin-stock': ['Admin: stock of a product', 'A ledger: what changed, why, and what is left after it.'],
  'admin-outbox': ['Admin: outbox', 'Mails as text, closed; subject, address and moment in a line.'],
  'admin-deleted': ['Admin: deleted', 'One list to undo from: what it was, whose, who deleted it, and one button.'],
}
const wanted = process.argv.slice(2)

await mkdir(TO, { recursive: true })
await writeTable(
  'README.md',
  '| page | phone | desk |\n|---|---|---|',
  Object.entries(PAGES).map(([page, name]) => ({ page, name, cells: [name] })),
)
await writeTable(
  join('docs', 'design.md'),
  '| page | what it is meant to be | phone | desk |\n|---|---|---|---|',
  Object.entries(INTENDED).map(([page, [name, intention]]) => ({ page, name, cells: [name, intention] })),
)

type Row = Readonly<{ page: string; name: string; cells: readonly string[] }>

/** Puts the table between the two marks of a document. */
async function writeTable(file: string, head: string, rows: readonly Row[]) {
  const lines = await Promise.all(
    rows.map(async ({ page, name, cells }) => {
      const pictures = await Promise.all(DEVICES.map(shown(page, name, dirname(file))))
      return `| ${[...cells, ...pictures].join(' | ')} |`
    }),
  )
  const text = await readFile(file, 'utf8')
  const [before = '', after = ''] = [text.split(START)[0], text.split(END)[1]]
  await writeFile(file, `${before}${START}\n${[head, ...lines].join('\n')}\n\n${END}${after}`)
}

/** Makes the picture, if it is wanted; returns the HTML for its cell in a table of a document in this folder. */
function shown(page: string, name: string, folder: string) {
  return async ({ width, showing, shownAs }: (typeof DEVICES)[number]) => {
    const file = join(TO, `${page}-${width}.webp`)
    if (wanted.length === 0 || wanted.includes(page)) await makePicture(page, { width, showing, shownAs }, file)
    return `<img src="${relative(folder, file)}" width="${shownAs}" alt="${name}, ${width} pixels wide">`
  }
}

async function makePicture(page: string, { width, showing, shownAs }: (typeof DEVICES)[number], file: string) {
  const screenshot = join(FROM, `${page}-${width}.png`)
  if (!existsSync(screenshot))
    throw new Error(`There is no ${screenshot}: run PICTURES=on npm test -- --project browser with Chromium first`)
  const { height = 0, width: full = width } = await sharp(screenshot).metadata()
  await sharp(screenshot)
    .extract({ left: 0, top: 0, width: full, height: Math.min(height, showing) })
    .resize({ width: shownAs * 1.5 })
    .webp({ quality: 72 })
    .toFile(file)
}
