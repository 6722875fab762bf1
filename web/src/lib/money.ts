const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Decimal dollars of so many pieces, to the cent. */
export const lineTotal = (price: number, quantity: number): number => (Math.round(price * 100) * quantity) / 100

/** Decimal dollars as text; the cart may show another symbol (decisions M8). */
export const formatMoney = (dollars: number, symbol = '$'): string => usd.format(dollars).replace('$', () => symbol)
