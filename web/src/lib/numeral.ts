/** Such as "12,345". */
export const numeral = (count: number) => count.toLocaleString('en-US')

export const eventCount = (count: number) => (count === 1 ? '1 event' : `${numeral(count)} events`)
