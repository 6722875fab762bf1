export const numeral = (count: number) => count.toLocaleString('en-US')

export const eventCount = (count: number) => (count === 1 ? '1 event' : `${numeral(count)} events`)

/** For example 17,622 or 17 622 or 17’622. */
const NUMERAL = /^(\d{1,12}|\d{1,3}([,\s'’]\d{3}){1,3})$/

/** Undefined for any text that is not a whole number. */
export function wholeNumberIn(typed: string): number | undefined {
  const text = typed.trim()
  return NUMERAL.test(text) ? Number(text.replaceAll(/\D/g, '')) : undefined
}
