import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

export type Reply = Readonly<{ status: number; headers: Readonly<Record<string, unknown>>; text: string }>

const ANSWER_WITHIN_MS = 5000

export type AddressClient = ReturnType<typeof clientFrom>

/**
 * An HTTP client that has a given address of this machine (on Linux, any address of 127.*). With `forwardedFor` it has an address that a
 * proxy names. If there is no answer, the status is 0.
 */
export function clientFrom(
  address: string,
  url: string,
  { withinMs = ANSWER_WITHIN_MS, forwardedFor = '' }: { withinMs?: number; forwardedFor?: string } = {},
) {
  const forwarded = forwardedFor ? { 'x-forwarded-for': forwardedFor } : {}
  const agent = new Agent({ keepAlive: true, localAddress: address })

  function send(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders = {},
    body?: string | Buffer,
  ): Promise<Reply> {
    return new Promise((resolve) => {
      const nothing = (error: Error) => resolve({ status: 0, headers: {}, text: String(error) })
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const signal = AbortSignal.timeout(withinMs)
      const outgoing = request(
        url + path,
        { agent, method, headers: { ...length, ...forwarded, ...headers }, signal },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', nothing)
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      outgoing.on('error', nothing).end(body)
    })
  }

  return {
    send,
    get: (path: string, headers?: OutgoingHttpHeaders) => send('GET', path, headers),
    json: (method: string, path: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
      send(method, path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    close: () => agent.destroy(),
  }
}
