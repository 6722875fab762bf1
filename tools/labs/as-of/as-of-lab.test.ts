import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeLogOfOrders } from '../../../projections/bench/log-of-orders.ts'
import { runAsOfLab } from './as-of-lab.ts'

/** All by hand, on a shop with a past of its own: `npm run lab:as-of`. */
test('what was shown while it was the present is answered as of then, and each figure is the sum of its events', async () => {
  const shop = mkdtempSync(join(tmpdir(), 'selvedge-sold-'))
  await makeLogOfOrders(join(shop, 'events.db'), 60)
  const { folder, wrong, ...report } = await runAsOfLab({ shop, every: 90, explained: 10, seed: 1 })
  expect(wrong).toEqual([])
  expect(report).toEqual({ events: 360, answers: 52, figures: 30 })
  for (const one of [shop, folder]) rmSync(one, { recursive: true })
})
