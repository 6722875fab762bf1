import { expect, test } from 'vitest'
import { keepViews } from './kept-views.ts'

function counting(takesMs = 0) {
  let drawn = 0
  return () => {
    const begun = process.threadCpuUsage()
    const tookMs = () => Object.values(process.threadCpuUsage(begun)).reduce((sum, micros) => sum + micros, 0) / 1000
    while (tookMs() < takesMs);
    return `drawn ${++drawn}`
  }
}

test('the same view is rendered once, and another view separately', () => {
  const [view, draw] = [keepViews()('a'), counting()]
  expect(view('/ {}', draw)).toBe('drawn 1')
  expect(view('/ {}', draw)).toBe('drawn 1')
  expect(view('/ {"a":1}', draw)).toBe('drawn 2')
})

test('a cached view has the same letters as the rendered view', () => {
  const view = keepViews()('a')
  const html = '<h1>Überhemd – 98,00 €</h1>'
  expect([view('/', () => html), view('/', counting())]).toEqual([html, html])
})

test('a view that cannot be rendered is left to the client, and is tried again at the next request', () => {
  const view = keepViews()('a')
  const broken = () => {
    throw new Error('a component throws')
  }
  expect(view('/', broken)).toBe('')
  expect(view('/', counting())).toBe('drawn 1')
})

test('without a limit every view is rendered, even if that takes long', () => {
  const [view, draw] = [keepViews(false)('a'), counting(20)]
  for (let n = 1; n <= 10; n++) expect(view(`/${n}`, draw)).toBe(`drawn ${n}`)
})

test('rendering new views may use only a part of the processor’s time; cached views are still served', () => {
  const view = keepViews()('a')
  const known = view('/', counting())
  const views: string[] = []
  for (let n = 0; n < 20; n++) views.push(view(`/collections/${n}`, counting(50)))
  expect(views.filter((html) => html !== '').length).toBeLessThan(15)
  expect(views[0]).not.toBe('')
  expect(view('/', counting())).toBe(known)
})

test('one client does not use up all of the rendering time', () => {
  const viewFor = keepViews()
  const draws = (client: string) => viewFor(client)(`/${client}/${Math.random()}`, counting(50)) !== ''
  while (draws('203.0.113.1'));
  expect(draws('203.0.113.2')).toBe(true)
})

test('the many clients of one network do not use up all of the rendering time', () => {
  const viewFor = keepViews()
  const draws = (client: string) => viewFor(client)(`/${client}/${Math.random()}`, counting(50)) !== ''
  for (let n = 0; n < 100; n++) draws(`203.0.113.${n}`)
  expect(draws('203.0.113.200')).toBe(false)
  expect(draws('198.51.100.1')).toBe(true)
})
