import type { Pieces, SizeAndColor, StockEvent } from '@shop/language/stock/events'

type Line = { onHand: number; held: number }
/** `reserved`: the pieces of each hold, by the hold's id. */
type Stock = { readonly lines: Map<string, Line>; readonly reserved: Map<string, readonly Pieces[]> }

/** The book uses no code of the decider, so that it finds the decider's mistakes. */
export function createStockBook() {
  const stocks = new Map<string, Stock>()

  function stockOf(productId: string): Stock {
    const known = stocks.get(productId)
    if (known) return known
    const fresh: Stock = { lines: new Map(), reserved: new Map() }
    stocks.set(productId, fresh)
    return fresh
  }

  return {
    take(event: StockEvent): readonly string[] {
      const { productId } = event.data
      const stock = stockOf(productId)
      const wrong = book(stock, event)
      for (const [name, { onHand, held }] of stock.lines)
        if (onHand < held) wrong.push(`${productId}${name} has ${onHand} on hand, but ${held} reserved`)
      return wrong
    },
    size: () => stocks.size,
    reserved: () =>
      [...stocks.values()].flatMap(({ lines }) => [...lines.values()]).reduce((sum, { held }) => sum + held, 0),
  }
}

function book(stock: Stock, { type, data }: StockEvent): string[] {
  switch (type) {
    case 'StockCounted': {
      const line = lineOf(stock, data)
      line.onHand = data.available + line.held
      return []
    }
    case 'StockAdjusted':
      lineOf(stock, data).onHand += data.difference
      return []
    case 'StockReceived':
      lineOf(stock, data).onHand += data.quantity
      return []
    case 'StockReserved': {
      const isTwice = stock.reserved.has(data.checkoutId)
      endHold(stock, data.checkoutId)
      stock.reserved.set(data.checkoutId, data.lines)
      for (const pieces of data.lines) lineOf(stock, pieces).held += pieces.quantity
      return isTwice ? [`${data.productId} is reserved twice for ${data.checkoutId}`] : []
    }
    case 'ReservationReleased':
    case 'StockTaken': {
      const { productId, checkoutId, lines } = data
      const held = endHold(stock, checkoutId)
      if (type === 'StockTaken') for (const pieces of lines) lineOf(stock, pieces).onHand -= pieces.quantity
      const [ending, ended] = [inWords(lines), inWords(held)]
      return ending === ended
        ? []
        : [`${checkoutId} had reserved ${ended} of ${productId}, but ${ending} were taken or released`]
    }
    case 'StockReturned':
      for (const pieces of data.lines) lineOf(stock, pieces).onHand += pieces.quantity
      return []
  }
}

function lineOf({ lines }: Stock, line: SizeAndColor): Line {
  const known = lines.get(nameOf(line))
  if (known) return known
  const fresh = { onHand: 0, held: 0 }
  lines.set(nameOf(line), fresh)
  return fresh
}

function endHold(stock: Stock, holdId: string): readonly Pieces[] {
  const held = stock.reserved.get(holdId) ?? []
  stock.reserved.delete(holdId)
  for (const pieces of held) lineOf(stock, pieces).held -= pieces.quantity
  return held
}

const nameOf = ({ size, color }: SizeAndColor) => (size || color ? ` (${size}, ${color})` : '')
const inWords = (pieces: readonly Pieces[]) =>
  pieces
    .map((line) => `${line.quantity}${nameOf(line)}`)
    .toSorted()
    .join(' and ') || '0'
