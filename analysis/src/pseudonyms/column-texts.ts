import type { ColumnText } from '@shop/language/analysis/api'
import { caseKinds } from '@shop/language/case/kinds'
import { MAIL_KINDS } from '@shop/language/mail/subject'
import { allTables, type Column, type CopiedData, copiedData, eventsTable } from '../tables/all-tables.ts'
import { actorRoles } from '../tables/event-filter.ts'
import type { Shape } from '../tables/shape.ts'
import { streamKinds } from './copied-stream.ts'

const kind = MAIL_KINDS
const types = allTables.filter((table) => table !== eventsTable).map(({ name }) => name)

/** TABLE: all values of the columns whose schema has no list of values. */
const listedValues: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  events: { type: types, kind: streamKinds, actorRole: actorRoles },
  CaseOpened: { kind: caseKinds },
  MailBegun: { kind },
  MailSent: { kind },
  MailFailed: { kind },
  MailDropped: { kind },
}

/** The texts in a column that are from a list of values, and the pseudonyms inside its records. */
export function columnTexts(table: string, { name }: Pick<Column, 'name'>): readonly ColumnText[] {
  const values = listedValues[table]?.[name]
  if (values) return [{ field: '', values }]
  const data = copiedData(table)
  const shape = data?.shape.fields[name]
  return data && shape ? textsIn(shape, name, '', data.treatmentAt) : []
}

/** The tables and columns as the pages list them. The texts are no part of `tablesDigest`, because they do not change the copy. */
export const describedTables = allTables.map(({ name, columns }) => ({
  name,
  columns: columns.map((column) => {
    const texts = columnTexts(name, column)
    return { ...column, ...(texts.length > 0 && { texts }) }
  }),
}))

function textsIn(shape: Shape, path: string, field: string, treatmentAt: CopiedData['treatmentAt']): ColumnText[] {
  if (shape.is === 'list') return textsIn(shape.of, path, field, treatmentAt)
  if (shape.is === 'struct')
    return Object.entries(shape.fields).flatMap(([name, one]) =>
      textsIn(one, `${path}.${name}`, field ? `${field}.${name}` : name, treatmentAt),
    )
  if (shape.is !== 'VARCHAR') return []
  if (shape.words) return [{ field, values: shape.words }]
  return field && treatmentAt(path) === 'pseudonym' ? [{ field }] : []
}
