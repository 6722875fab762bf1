const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Decimal dollars as text; the cart may show another symbol (decisions M8). */
export const formatMoney = (dollars: number, symbol = '$'): string => usd.format(dollars).replace('$', () => symbol)
