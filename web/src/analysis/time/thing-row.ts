import type { Thing } from '@shop/language/analysis/things'
import { formatMoney } from '../../lib/money.ts'
import { numeral } from '../../lib/numeral.ts'
import { shortMoment } from './moment-words.ts'

type Row = Readonly<{ title: string; facts: readonly string[]; end: string }>

/** What a list shows of a thing. */
export function rowOf(thing: Thing): Row {
  switch (thing.kind) {
    case 'order':
      return {
        title: `#${thing._id}`,
        facts: [shortMoment(thing.placedAt), thing.status, pieces(thing.items), thing.country, `by ${thing.customer}`],
        end: formatMoney(thing.total),
      }
    case 'cart':
      return {
        title: thing._id,
        facts: [
          ...thing.items.map(
            ({ name, size, color, quantity }) => `${quantity} × ${[name, size, color].filter(Boolean).join(', ')}`,
          ),
          thing.checkout ? 'checkout started' : '',
        ],
        end: formatMoney(thing.total),
      }
    case 'product':
      return {
        title: thing.name,
        facts: [
          thing.deleted ? 'Deleted' : '',
          thing.category,
          thing.gender,
          `${numeral(thing.sold)} ordered, including cancelled orders`,
        ],
        end: formatMoney(thing.price),
      }
    case 'stock':
      return {
        title: thing.name ?? thing._id,
        // A product that is counted by size can have an empty shared line, which is left out.
        facts: thing.lines
          .filter((line) => thing.lines.length === 1 || line.size || line.color || line.onHand > 0)
          .map(
            ({ size, color, onHand, reserved }) =>
              `${[size, color].filter(Boolean).join(', ') || 'All sizes'}: ${onHand - reserved}${reserved > 0 ? ` (${reserved} held)` : ''}`,
          ),
        end: `${numeral(thing.available)} left`,
      }
    case 'price':
      return {
        title: thing.name,
        facts: [
          thing.deleted ? 'Deleted' : '',
          ...thing.changes.map(({ at, price }) => `${formatMoney(price)} from ${shortMoment(at)}`),
        ],
        end: formatMoney(thing.price),
      }
  }
}

const pieces = (items: readonly { quantity: number }[]) => {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 piece' : `${numeral(count)} pieces`
}
