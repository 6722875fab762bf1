import { describe, expect, test } from 'vitest'
import { isTried, webkit } from '../../tools/suites/tools-at-hand.ts'
import { listProduct } from '../support/people.ts'
import { PHONE } from '../support/shopper-pages.ts'
import { untilTestEnds } from './all-browsers.ts'
import { shopOfSuite } from './shop-of-suite.ts'
import { go } from './shopper.ts'
import { startWebkit } from './webkit.ts'

describe.runIf(isTried(webkit))('in WebKit', () => {
  const there = shopOfSuite({})

  test('with text twice as large no page is wider than a phone', async () => {
    const { _id } = await listProduct(there.admin)
    const { window } = await untilTestEnds(startWebkit(PHONE))
    for (const path of ['/', '/collections/all', `/product/${_id}`, '/login']) {
      await go(window, there.url + path)
      await window.ask(`document.documentElement.style.fontSize = '200%'`)
      expect(await window.ask('getComputedStyle(document.body).fontSize')).toBe('32px')
      expect(await window.ask('[innerWidth, document.documentElement.scrollWidth]'), path).toEqual([390, 390])
    }
  })
})
