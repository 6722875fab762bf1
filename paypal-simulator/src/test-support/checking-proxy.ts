import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { deviationsOfAnswer, deviationsOfRequest, deviationsOfWebhook, type Exchange } from './check-exchange.ts'

/** Starts a proxy between a shop and its provider, which compares requests and answers with PayPal's documents. */
export const startProviderCheck = (provider: string) =>
  startProxy(provider, (exchange) => [...deviationsOfRequest(exchange), ...deviationsOfAnswer(exchange)])

/** Starts a proxy between a provider and a shop's address for webhooks, which compares the webhooks with PayPal's documents. */
export const startWebhookCheck = (webhooks: string) =>
  startProxy(webhooks, ({ requestBody }) => deviationsOfWebhook(requestBody))

async function startProxy(target: string, check: (exchange: Exchange) => readonly string[]) {
  const deviations: string[] = []
  const exchanges: Exchange[] = []
  const server = createServer(async (request, response) => {
    const { method = 'GET', url: path = '' } = request
    const requestBody = await text(request)
    const requestHeaders = headersFrom(request.headers)
    try {
      const body = method === 'GET' ? {} : { body: requestBody }
      const answer = await fetch(target + path.replace(/^\/$/, ''), { method, headers: requestHeaders, ...body })
      const answered = await answer.text()
      const { status, headers } = answer
      const exchange = { method, path, requestHeaders, requestBody, status, headers, body: answered }
      exchanges.push(exchange)
      deviations.push(...check(exchange))
      response.writeHead(status, Object.fromEntries([...headers].filter(([name]) => !OF_ONE_HOP.has(name))))
      response.end(answered)
    } catch {
      request.socket.destroy()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deviations,
    exchanges,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const OF_ONE_HOP = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
])

const headersFrom = (headers: IncomingHttpHeaders) =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      OF_ONE_HOP.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
