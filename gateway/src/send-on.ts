import { Agent, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { Readable } from 'node:stream'

const IDLE_MS = 60_000

export type OutgoingCall = Readonly<{
  method: string
  path: string
  headers: OutgoingHttpHeaders
  /** A buffer can be sent several times, a stream only once. */
  body: Buffer | Readable
}>

/** The other side received the call, but did not answer in time. */
export class Late extends Error {}

/**
 * Keeps connections open between calls. A room closes an unused connection after five seconds, and says so in Keep-Alive. The agent then
 * closes the connection earlier.
 */
export const newAgent = () => new Agent({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: 256 })

/**
 * Makes one call and resolves with the head of the answer; the caller reads its body afterwards. Throws if the other side cannot be reached
 * or breaks the connection. Throws Late if it does not answer within `timeoutMs`. Throws if `signal` aborts, which ends the answer too.
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
    const late = setTimeout(() => outgoing.destroy(new Late(`There was no answer within ${timeoutMs} ms`)), timeoutMs)
    outgoing.once('response', (answer) => {
      clearTimeout(late)
      outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('The answer stopped')))
      resolve(answer)
    })
    // This listener stays after the answer's head has arrived, so that no later error is unhandled. The stream of the answer reports later
    // errors to its reader.
    outgoing.on('error', (error) => {
      clearTimeout(late)
      reject(error)
    })
    if (Buffer.isBuffer(body)) outgoing.end(body.length > 0 ? body : undefined)
    else {
      body.pipe(outgoing)
      // The sender has disconnected, so the rest of the body will not come.
      body.once('close', () => body.readableEnded || outgoing.destroy())
    }
  })
}
