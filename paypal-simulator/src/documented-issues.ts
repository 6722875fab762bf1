import documented from '../schemas/issues.json' with { type: 'json' }

type Issues = Readonly<Record<string, string | null>>
const operations: Readonly<Record<string, Readonly<Record<string, Issues>>>> = documented

/**
 * TABLE: the operation in PayPal's documents for each path. The patterns compare only the end of a path, so they also match the calls of
 * the SDK and of the buyer's page.
 */
const paths: readonly (readonly [method: string, path: RegExp, operation: string])[] = [
  ['POST', /\/orders$/, 'orders.create'],
  ['POST', /\/orders\/[^/]+\/authorize$/, 'orders.authorize'],
  ['POST', /\/orders\/[^/]+\/\w+$/, 'orders.capture'],
  ['PATCH', /\/orders\/[^/]+$/, 'orders.patch'],
  ['GET', /\/orders\/[^/]+$/, 'orders.get'],
  ['GET', /\/captures\/[^/]+$/, 'captures.get'],
  ['POST', /\/captures\/[^/]+\/refund$/, 'captures.refund'],
  ['GET', /\/refunds\/[^/]+$/, 'refunds.get'],
]

/** PayPal's description of an issue, first from the documents of this call, then from the documents of other calls. */
export function descriptionOf(call: Readonly<{ method: string; path: string }>, status: number, issue: string): string {
  const operation = paths.find(([method, path]) => method === call.method && path.test(call.path))?.[2] ?? ''
  const all = [operations[operation], ...Object.values(operations)]
  return all.map((statuses) => statuses?.[status]?.[issue]).find((text) => text) ?? beyond[issue] ?? UNKNOWN
}

const UNKNOWN = 'The requested action could not be performed.'
/** Issues that are only on PayPal's web pages or in the simulator. */
const beyond: Readonly<Record<string, string>> = {
  RATE_LIMIT_REACHED: 'Too many requests. Blocked due to rate limiting.',
  URL_TOO_LONG: 'The address is longer than 2048 characters.',
  BODY_TOO_LARGE: 'The request body is larger than 32 KiB.',
}
