import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

/** How long a tail may take until it is connected. */
const OPEN_WITHIN_MS = 10_000

type Heard = (text: string) => void

/**
 * Opens tails of a shop's events, each from a network of its own and on a connection of its own, as analysts in as many places. The shop
 * must trust its proxy about addresses. `onText` gets what any of them is told, as it comes. Throws what refuses one.
 */
export async function openTails(url: string, token: string, filters: readonly string[], onText: Heard = () => {}) {
  const all = await Promise.all(filters.map((filter, n) => openTail(`${url}/api/analysis/tail?${filter}`, token, n)))
  for (const answer of all) answer.on('data', onText)
  return {
    areAllOpen: () => all.every((answer) => !answer.destroyed),
    close() {
      for (const answer of all) answer.destroy()
    },
  }
}

async function openTail(address: string, token: string, n: number): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` }
  const asking = request(address, { agent: false, headers }).end()
  const [head] = await once(asking, 'response', { signal: AbortSignal.timeout(OPEN_WITHIN_MS) })
  const answer: IncomingMessage = head
  if (answer.statusCode !== 200) throw new Error(`a tail was answered with ${answer.statusCode}`)
  // It is closed by this side.
  answer.on('error', () => {})
  return answer.setEncoding('utf8')
}
