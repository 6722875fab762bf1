import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startForTests } from './test-support/start-for-tests.ts'

let gateway: Awaited<ReturnType<typeof startForTests>>
beforeAll(async () => {
  gateway = await startForTests()
})
afterAll(() => gateway.close())

const FOR_EVER = 'max-age=31536000,immutable'

describe('a file', () => {
  test('of the build is cached for a year, and sent compressed if a compressed copy was built', async () => {
    const asset = await gateway.ask('/assets/main-abc.js', { headers: { 'accept-encoding': 'br' } })
    expect(asset.headers.get('cache-control')).toBe(FOR_EVER)
    expect(asset.headers.get('content-encoding')).toBe('br')
    expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(asset.headers.get('vary')).toContain('Accept-Encoding')
    const plain = await gateway.ask('/assets/main-abc.js', { headers: { 'accept-encoding': 'identity' } })
    expect(await plain.text()).toBe('plain')
    expect((await gateway.ask('/icon.svg')).headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  })

  test('of HTML is never served, because it is only the template of pages', async () => {
    for (const path of ['/index.html', '/index%2Ehtml', '/%69ndex.html', '/assets/../index.html', '/index.html?x=1']) {
      const answer = await gateway.ask(path)
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, expect.stringContaining('no such page')])
    }
    expect(await gateway.rawStatus('/assets/../index.html')).toBe(404)
    expect(await gateway.rawStatus('/./index.html')).toBe(404)
  })

  test('of the demo is cached for a year and may be shown by any origin', async () => {
    const { headers } = await gateway.ask('/pictures/tee-1200.webp')
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe(FOR_EVER)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('that was uploaded is served with nosniff and a sandbox', async () => {
    const kept = await gateway.ask('/uploads/kept-1200.webp')
    expect(await kept.text()).toBe('kept')
    expect(kept.headers.get('cache-control')).toBe(FOR_EVER)
    expect(kept.headers.get('x-content-type-options')).toBe('nosniff')
    expect(kept.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })

  test('that is still pending is served and not cached', async () => {
    const pending = await gateway.ask('/uploads/new-480.webp')
    expect(await pending.text()).toBe('new')
    expect(pending.headers.get('cache-control')).toBe('max-age=0')
  })

  test.each([
    '/assets/gone.js',
    '/favicon.ico',
    '/pictures/gone-1200.webp',
    '/pictures/',
    '/pictures',
    '/simulator/paypal/sdk/js',
    '/uploads/kept-1201.webp',
    '/uploads/kept-1200.webp.html',
    '/uploads/pending/new-480.webp',
    '/uploads/',
  ])('%s does not exist', async (path) => {
    const response = await gateway.ask(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('an address that tries to leave its folder', () => {
  test.each([
    '/uploads/../secret.webp',
    '/uploads/../package.json',
    '/uploads/%2e%2e/%2e%2e/x',
    '/uploads/..%5c..%5cx',
    '/uploads/%2F..%2F..%2Fx',
    '/pictures/../secret.webp',
    '/pictures/..%2fsecret.webp',
    '/assets/../../secret.webp',
    '/assets/%2e%2e/%2e%2e/secret.webp',
    '/assets/..%2f..%2fsecret.webp',
    '/../secret.webp',
    '/%2e%2e/secret.webp',
    '//etc/secret.webp',
    '/assets/main-abc.js%00.html',
    '/.built-from.txt',
  ])('%s is 404', async (path) => {
    expect(await gateway.rawStatus(path)).toBe(404)
  })
})
