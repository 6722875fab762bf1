/** `at`: `provider` for a buyer's request to the payment provider. */
export type Call = Readonly<{
  method: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  token?: string
  at?: 'provider'
}>

export type Addresses = Readonly<{ url: string; provider: string }>

// biome-ignore lint/suspicious/noExplicitAny: a bench reads the answers of any version of the shop
export type Ask = (call: Call) => Promise<any>

export const headersOf = ({ token, body, path }: Call): Record<string, string> => ({
  accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
  ...(token && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
})

export function askAt({ url, provider }: Addresses, onAnswer: (call: Call, answer: Answer) => void = () => {}): Ask {
  return async (call) => {
    const { method, path, body, at } = call
    const response = await fetch((at === 'provider' ? provider : url) + path, {
      method,
      headers: headersOf(call),
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 300)}`)
    const type = response.headers.get('content-type') ?? ''
    onAnswer(call, { status: response.status, type, text })
    return type.includes('json') ? JSON.parse(text) : text
  }
}

export type Answer = Readonly<{ status: number; type: string; text: string }>
