import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Readable } from 'node:stream'

const IDLE_MS = 60_000

export type OutgoingCall = Readonly<{
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** A buffer can be sent again, a stream cannot. */
  body: Buffer | Readable
}>

/** The other side received the call, but did not answer in time. */
export class Late extends Error {}

/** Keeps connections open between calls. A room closes idle ones after five seconds; its Keep-Alive hint is obeyed. */
export const newAgent = () => new Agent({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: 256 })

/**
 * Makes one call and resolves with the answer's head; its body is still to be read. Throws if the other side cannot be reached or breaks
 * off. Throws Late if it is silent for `timeoutMs`. Throws if `signal` aborts, which ends the answer too.
 */
export function sendOn(
  origin: string,
  { method, path, headers, body }: OutgoingCall,
  { agent, timeoutMs, signal }: { agent: Agent | false; timeoutMs: number; signal: AbortSignal },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin)
    const host = hostname.replace(/^\[|\]$/g, '')
    const outgoing = request({ host, port: port || 80, method, path, headers, agent, signal })
    const late = setTimeout(() => outgoing.destroy(new Late(`No answer within ${timeoutMs} ms`)), timeoutMs)
    outgoing.once('response', (answer) => {
      clearTimeout(late)
      outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('The answer stopped')))
      resolve(answer)
    })
    // Stays attached: after the answer's head, errors are reported by the answer's own stream.
    outgoing.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    if (Buffer.isBuffer(body)) outgoing.end(body.length > 0 ? body : undefined)
    else {
      body.pipe(outgoing)
      // The sender is gone, so the rest of the body will not come.
      body.once('close', () => body.readableEnded || outgoing.destroy())
    }
  })
}
