import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readModels } from '@shop/projections/all'
import { serve } from '@shop/server/http/serve'
import { createUnlimitedCounters } from '@shop/stores/counters/unlimited-counters'
import { createGateway, type GatewayParts } from '../create-gateway.ts'

/** A gateway for tests, whose rooms only return the request that they got. */
export async function startForTests(parts: Partial<GatewayParts> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-gateway-'))
  const put = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('secret.webp', 'secret')
  put('web/index.html', '<html></html>')
  put('web/.server/open-pages.js', pages)
  put('web/icon.svg', '<svg/>')
  put('web/assets/main-abc.js', 'plain')
  put('web/assets/main-abc.js.br', 'squeezed')
  put('pictures/tee-1200.webp', 'tee')
  put('uploads/kept-1200.webp', 'kept')
  put('uploads/pending/new-480.webp', 'new')

  const says: GatewayParts['commands'] = (ctx) => {
    ctx.body = { method: ctx.method, path: ctx.path, query: ctx.querystring, requestId: ctx.state.requestId }
  }
  const gateway = createGateway({
    commands: says,
    queries: says,
    analysis: says,
    reached: async () => ({ behind: false, halted: [] }),
    readModels,
    health: { phase: () => 'ready', checks: async () => ({}) },
    config: {
      currency: 'USD',
      cartCurrencySymbol: '$',
      trail: false,
      payment: { clientId: 'test', sdkUrl: '/sdk', simulated: true },
    },
    folders: {
      web: join(folder, 'web'),
      pictures: async (name) => join(folder, 'pictures', name),
      uploads: join(folder, 'uploads'),
    },
    corsOrigins: [],
    trustProxy: false,
    counters: createUnlimitedCounters(),
    rateLimits: false,
    ...parts,
  })
  const serving = await serve(gateway, { host: '127.0.0.1', port: 0 })

  return {
    url: serving.url,
    /** Each request gets its own connection, because fake timers stop the `setTimeout` with which `fetch` closes idle connections. */
    ask(path: string, options?: RequestInit) {
      const headers = new Headers(options?.headers)
      headers.set('connection', 'close')
      return fetch(serving.url + path, { ...options, headers })
    },
    /** `fetch` would normalize the path. */
    rawStatus: (path: string, method = 'GET'): Promise<number> =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(serving.url)
        let answer = ''
        connect(Number(port), hostname)
          .on('error', reject)
          .on('data', (chunk) => (answer += chunk))
          .on('end', () => resolve(Number(answer.split(' ')[1])))
          // If this client ended the connection here, the server would not answer.
          .write(`${method} ${path} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
      }),
    async close() {
      await serving.stop(0)
      rmSync(folder, { recursive: true })
    },
  }
}

/** A home page, a checkout page and product pages, in the form that `@shop/web/drawn-pages` describes. */
const pages = `
export const openPages = async ({ read, origin }) => {
  const html = await read('index.html')
  return (address) => {
    const [, id] = /^\\/product\\/([^/?]+)/.exec(address) ?? []
    const takesPayment = address === '/checkout'
    const isPage = address === '/' || takesPayment || id !== undefined
    return {
      isPage,
      takesPayment,
      async draw({ ask, view, nonce }) {
        const asked = id && (await ask('/api/products/' + id))
        if (!isPage || asked?.status === 404) return { status: 404, html: 'no such page' }
        const first = view(address, () => '<main>the first view of ' + address + '</main>')
        return { status: 200, html: html + ' at ' + origin + first + 'nonce: ' + nonce + ' asked: ' + (JSON.stringify(asked) ?? 'nothing') }
      },
    }
  }
}`
