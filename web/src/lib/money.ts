const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** In dollars, rounded to the cent. */
export const lineTotal = (price: number, quantity: number): number => (Math.round(price * 100) * quantity) / 100

/** The cart can use another symbol (decisions M8). */
export const formatMoney = (dollars: number, symbol = '$'): string => usd.format(dollars).replace('$', () => symbol)
