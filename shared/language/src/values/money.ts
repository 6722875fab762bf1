/** Decimal dollars of the API → integer cents. */
export const toCents = (decimal: number): number => Math.round(decimal * 100)

/** Integer cents → the decimal dollars of the API (decisions M7). */
export const toDecimal = (cents: number): number => cents / 100
