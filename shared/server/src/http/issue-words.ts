import type * as z from 'zod'

/** A caller may send a field with a name of any length. */
const LONGEST_NAME = 50

type Issue = z.core.$ZodRawIssue

/** A message for an invalid field whose schema has no message. */
export function wordsOf(issue: Issue): string {
  const field = nameOf(issue.path ?? [])
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is missing` : wrong(field)
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return `${field} is missing`
      return `${field} ${amountOf(issue.origin, 'at least', issue.minimum)}`
    case 'too_big':
      return `${field} ${amountOf(issue.origin, 'at most', issue.maximum)}`
    case 'invalid_value':
      return `${field} must be ${issue.values.filter((value) => value !== '').join(', ')}`.replace(
        /, ([^,]+)$/,
        ' or $1',
      )
    case 'unrecognized_keys':
      return `${String(issue.keys[0]).slice(0, LONGEST_NAME)} is not a field of this request`
    default:
      return wrong(field)
  }
}

const wrong = (field: string) => `${field} is not valid`

function amountOf(origin: string, bound: string, amount: number | bigint) {
  if (origin === 'string') return `has ${bound} ${amount} characters`
  return origin === 'array' ? `has ${bound} ${amount} entries` : `is ${bound} ${amount}`
}

function nameOf(path: readonly PropertyKey[]) {
  const field = path.findLast((part) => typeof part === 'string')
  if (!field) return 'This request'
  const words = String(field)
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
