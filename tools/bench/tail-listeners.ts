import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

const OPEN_WITHIN_MS = 10_000

type Heard = (text: string) => void

/** Each tail claims an address in a different network, so the shop must trust `X-Forwarded-For`. */
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
  // `areAllOpen` notices a tail that has failed.
  answer.on('error', () => {})
  return answer.setEncoding('utf8')
}
