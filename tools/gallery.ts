import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'

/**
 * Makes docs/gallery.md from the pictures in `screenshots`, which the last `PICTURES=on npm test` has taken. It shows the beginning of each
 * page on a phone and on a desktop. `npm run gallery` makes all pictures; `npm run gallery -- cart order` makes only the pictures of these
 * pages. It fails if a page has no picture.
 */
const FROM = 'screenshots'
const TO = join('docs', 'pictures', 'gallery')
const DEVICES = [
  { width: 390, showing: 1100, shownAs: 240 },
  { width: 1440, showing: 1300, shownAs: 640 },
]
/** TABLE: the pages, each with its name and its intention. */
const PAGES: Readonly<Record<string, readonly [name: string, intention: string]>> = {
  home: ['Home', 'The clothes line under the sky; its heading is live text.'],
  collection: ['Collection', 'Garments, filters and nothing else; the back of a piece under the pointer.'],
  product: ['Product', 'The picture first; sizes and what is left of them before the button.'],
  cart: ['Cart', 'What is in it, what changed since, and one way on.'],
  'checkout-pay': ['Payment', 'What is paid, where it goes, and PayPal.'],
  'order-confirmation': ['Confirmation', 'Thanks, the pieces, and what happens next.'],
  order: ['Order', 'Where it is now, step by step.'],
  dashboard: [
    'Admin: dashboard',
    'What needs doing first, then figures with their change; every number leads to its list.',
  ],
  'admin-orders': ['Admin: orders', 'Every order in a line; several are shipped at once.'],
  'order-job': ['Admin: an order', 'Where it goes, what it is, what comes next; its history below.'],
  'admin-stock': ['Admin: stock of a product', 'A ledger: what changed, why, and what is left after it.'],
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
  `${text.split('\n| page |')[0]}\n| page | what it is meant to be | phone | desk |\n|---|---|---|---|\n${rows.join('\n')}\n`,
)

/** Makes the picture of a page, if it is wanted. Returns the HTML that shows the picture in a document in this folder. */
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
