import { afterEach, expect, test, vi } from 'vitest'
import { uploadPicture } from './use-uploads.ts'

afterEach(() => vi.unstubAllGlobals())

test('an upload fails when the server has not answered within a minute', async () => {
  const request = { upload: {}, open() {}, send() {}, timeout: 0, ontimeout() {} }
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: the test looks into the request
        return request
      }
    },
  )
  const failed = expect(uploadPicture(new File([], 'shirt.png'), () => {})).rejects.toThrow('did not answer')
  expect(request.timeout).toBe(60_000)
  request.ontimeout()
  await failed
})
