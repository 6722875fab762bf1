import type { EvidenceRow } from '@shop/language/analysis/evidence'
import type { Cell, Cells } from '../../admin/parts/csv.ts'

/** TABLE: the columns of evidence in a spreadsheet. Amounts are in dollars, moments in UTC. */
const columns: readonly (readonly [name: string, of: (row: EvidenceRow) => Cell | undefined])[] = [
  ['Event', ({ event }) => event],
  ['Recorded at', ({ recordedAt }) => recordedAt ?? ''],
  ['Type', ({ type }) => type],
  ['Order', ({ order }) => order],
  ['Checkout', ({ checkout }) => checkout],
  ['Product', ({ product }) => product?.id],
  ['Name', ({ product }) => product?.name],
  ['Customer', ({ person }) => person],
  ['Amount', ({ amount }) => amount?.value],
  ['Amount is', ({ amount }) => amount?.of],
  ['Stream', ({ stream }) => stream],
  ['Version', ({ version }) => version],
  ['Pieces of the product', ({ ofProduct }) => ofProduct?.pieces],
  ['Paid for these pieces', ({ ofProduct }) => ofProduct?.paid],
  ['Status of the order', ({ status }) => status?.after],
]

export const evidenceCells = (rows: readonly EvidenceRow[]): Cells => [
  columns.map(([name]) => name),
  ...rows.map((row) => columns.map(([, of]) => of(row) ?? '')),
]
