import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'

/**
 * Makes docs/gallery.md from the pictures in `screenshots`, which the last `PICTURES=on npm test` has taken. `npm run gallery` makes all
 * pictures; `npm run gallery -- cart order` makes only the pictures of these pages.
 */
const FROM = 'screenshots'
const TO = join('docs', 'pictures', 'gallery')
const DEVICES = [
  { width: 390, showing: 1100, shownAs: 240 },
  { width: 1440, showing: 1300, shownAs: 640 },
]
/** TABLE: the pages of the gallery. */
const PAGES: Readonly<Record<string, readonly [name: string, intention: string]>> = {
  home: ['Home', 'A clothes line under the sky. The heading is text, not part of the picture.'],
  collection: ['Collection', 'Only garments and filters. Under the pointer, a picture shows the back of the piece.'],
  product: ['Product', 'The picture comes first. The sizes and their remaining pieces come before the button.'],
  cart: ['Cart', 'The pieces, what has changed since the last visit, and one button to continue.'],
  'checkout-pay': ['Payment', 'The total, the address, and the buttons of PayPal.'],
  'order-confirmation': ['Confirmation', 'Thanks, the bought pieces, and what happens next.'],
  order: ['Order', 'The progress of the order, step by step.'],
  dashboard: [
    'Admin: dashboard',
    'First the open tasks, then figures with their changes. Every number links to its list.',
  ],
  'admin-orders': ['Admin: orders', 'One line for each order. Several orders can be shipped at once.'],
  'order-job': ['Admin: an order', 'The address, the pieces and the next step. The history is below.'],
  'admin-stock': ['Admin: stock of a product', 'Each change of the stock, its reason, and the remaining pieces.'],
}
const FILE = join('docs', 'gallery.md')
const wanted = process.argv.slice(2)

await mkdir(TO, { recursive: true })
const rows = await Promise.all(
  Object.entries(PAGES).map(async ([page, [name, intention]]) => {
    const pictures = await Promise.all(DEVICES.map(shown(page, name, dirname(FILE))))
    return `| ${[name, intention, ...pictures].join(' | ')} |`
  }),
)
const text = await readFile(FILE, 'utf8')
await writeFile(
  FILE,
  `${text.split('\n| page |')[0]}\n| page | intention | phone | desktop |\n|---|---|---|---|\n${rows.join('\n')}\n`,
)

function shown(page: string, name: string, folder: string) {
  return async ({ width, showing, shownAs }: (typeof DEVICES)[number]) => {
    const file = join(TO, `${page}-${width}.webp`)
    if (wanted.length === 0 || wanted.includes(page)) await makePicture(page, { width, showing, shownAs }, file)
    return `<img src="${relative(folder, file)}" width="${shownAs}" alt="${name}">`
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
