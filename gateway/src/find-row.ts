import type { ApiRow } from './api-row.ts'

/** The calls at one path, by method, and the path's parameters as the caller typed them. */
export type Found = Readonly<{ rows: ReadonlyMap<string, ApiRow>; values: readonly string[] }>

export const isUnderApi = (path: string) => path === '/api' || path.startsWith('/api/')

type Step = { readonly words: Map<string, Step>; parameter?: Step; readonly rows: Map<string, ApiRow> }

const newStep = (): Step => ({ words: new Map(), rows: new Map() })

/**
 * A path without parameters comes before a path with parameters, so `PUT /api/products/facets` is not an edit of a product (OpenAPI 3.1,
 * path templating).
 */
export function findRowIn(table: readonly ApiRow[]): (path: string) => Found | undefined {
  const root = newStep()
  for (const row of table) {
    let step = root
    for (const word of row.path.split('/')) step = stepFrom(step, word)
    if (row.method === 'GET') step.rows.set('HEAD', row)
    step.rows.set(row.method, row)
  }
  return (path) => find(root, path.split('/'), 0)
}

function stepFrom(step: Step, word: string): Step {
  if (word.startsWith('{')) {
    step.parameter ??= newStep()
    return step.parameter
  }
  const next = step.words.get(word) ?? newStep()
  step.words.set(word, next)
  return next
}

function find(step: Step, path: readonly string[], at: number): Found | undefined {
  const word = path[at]
  if (word === undefined) return step.rows.size > 0 ? { rows: step.rows, values: [] } : undefined
  const named = step.words.get(word)
  const found = named && find(named, path, at + 1)
  if (found || !step.parameter || word === '') return found
  const other = find(step.parameter, path, at + 1)
  return other && { rows: other.rows, values: [word, ...other.values] }
}
