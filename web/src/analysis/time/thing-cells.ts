import type { Thing, ThingKind } from '@shop/language/analysis/things'
import type { Cell, Cells } from '../../admin/parts/csv.ts'

type Column<Kind extends ThingKind> = readonly [name: string, of: (thing: Extract<Thing, { kind: Kind }>) => Cell]

/** TABLE: the columns for each kind of thing. */
const columns: { readonly [Kind in ThingKind]: readonly Column<Kind>[] } = {
  order: [
    ['Order', ({ _id }) => _id],
    ['Placed', ({ placedAt }) => placedAt],
    ['Customer', ({ customer }) => customer],
    ['Country', ({ country }) => country],
    ['Status', ({ status }) => status],
    ['Total', ({ total }) => total],
    ['Refunded', ({ refunded }) => refunded],
    ['Refund due', ({ refundDue }) => yesOrNo(refundDue)],
    ['Return due', ({ returnDue }) => yesOrNo(returnDue)],
    ['Pieces', ({ items }) => piecesOf(items)],
    ['Items', ({ items }) => items.map(itemInWords).join('; ')],
  ],
  cart: [
    ['Owner', ({ _id }) => _id],
    ['Total', ({ total }) => total],
    ['Pieces', ({ items }) => piecesOf(items)],
    ['Items', ({ items }) => items.map(itemInWords).join('; ')],
    ['Checkout', ({ checkout = '' }) => checkout],
  ],
  product: [
    ['Product', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['SKU', ({ sku = '' }) => sku],
    ['Price', ({ price }) => price],
    ['Category', ({ category }) => category],
    ['Gender', ({ gender }) => gender],
    ['Ordered, including cancelled orders', ({ sold }) => sold],
    ['Deleted', ({ deleted }) => yesOrNo(deleted)],
  ],
  stock: [
    ['Product', ({ _id }) => _id],
    ['Available', ({ available }) => available],
    ['On hand', ({ lines }) => lines.reduce((sum, { onHand }) => sum + onHand, 0)],
    ['Held', ({ lines }) => lines.reduce((sum, { reserved }) => sum + reserved, 0)],
    ['Lines', ({ lines }) => lines.map(lineInWords).join('; ')],
  ],
  price: [
    ['Product', ({ _id }) => _id],
    ['Name', ({ name }) => name],
    ['Price', ({ price }) => price],
    ['Deleted', ({ deleted }) => yesOrNo(deleted)],
    ['Prices', ({ changes }) => changes.map(({ at, price }) => `${price} from ${at}`).join('; ')],
  ],
}

/** Prices are in dollars, moments in UTC. */
export function thingCells(kind: ThingKind, things: readonly Thing[]): Cells {
  const of = columns[kind] as readonly Column<ThingKind>[]
  return [of.map(([name]) => name), ...things.map((thing) => of.map(([, cell]) => cell(thing)))]
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no')
const piecesOf = (items: readonly { quantity: number }[]) => items.reduce((sum, { quantity }) => sum + quantity, 0)

type Line = Readonly<{ size: string; color: string }>
const itemInWords = ({ quantity, name, size, color }: Line & { quantity: number; name: string }) =>
  `${quantity} × ${[name, size, color].filter(Boolean).join(', ')}`
const lineInWords = ({ size, color, onHand, reserved }: Line & { onHand: number; reserved: number }) =>
  `${[size, color].filter(Boolean).join(', ') || 'all sizes'}: ${onHand} on hand, ${reserved} held`
