import type { IncomingMessage, RequestListener } from 'node:http'
import { ENCODINGS, type KeptAnswers, sendAnswer } from '@shop/server/http/kept-answers'
import type { KeyOf } from '@shop/server/http/public-answers'
import type { RequestLimits } from './limit-requests.ts'
import { idOf } from './name-request.ts'
import type { watchForProxy } from './watch-for-proxy.ts'

type Parts = Readonly<{
  kept: KeptAnswers
  keyOf: KeyOf
  limits: RequestLimits
  proxy: ReturnType<typeof watchForProxy>
  trustProxy: boolean
}>

/** Answers a public read from the cache before Koa handles the request. `others` answers all other requests. */
export function answerFirst(
  { kept, keyOf, limits, proxy, trustProxy }: Parts,
  others: RequestListener,
): RequestListener {
  return async (request, response) => {
    proxy.note(request)
    const { method, url = '', headers } = request
    const accepted = headers['accept-encoding'] ?? ''
    const isSimple = (method === 'GET' || method === 'HEAD') && !headers.authorization && !/[;*]/.test(accepted)
    const answer = isSimple ? kept.find(headers.origin ? keyOf(url, headers.origin) : url) : undefined
    const encoding = answer?.zipped && ENCODINGS.find((one) => accepted.includes(one))
    if (!answer || (encoding && !answer.zipped?.[encoding])) return others(request, response)
    if ((await limits.take(addressOf(request, trustProxy))).isOver) return others(request, response)
    sendAnswer(answer, [request, response], ['X-Request-Id', idOf(request, trustProxy)], encoding)
  }
}

/** The caller's address, as Koa finds it: behind a trusted proxy, the address that the nearest proxy has added. */
function addressOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? String(headers['x-forwarded-for'] ?? '') : ''
  return forwarded.split(',').at(-1)?.trim() || (socket.remoteAddress ?? '')
}
