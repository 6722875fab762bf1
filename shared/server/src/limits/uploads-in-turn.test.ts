import { expect, test } from 'vitest'
import { uploads } from './at-once.ts'
import { createQueue } from './queue.ts'

/** `upload` starts an upload for a client. The test decides when it ends. */
function beginning() {
  const inPlace = createQueue(uploads)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const upload = (client: string, name = client) =>
    inPlace(client, async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.set(name, end))
      return name
    })
  return { upload, begun, end: (name: string) => ends.get(name)?.() }
}
/** Addresses of clients in different networks. */
const clients = (count: number) => Array.from({ length: count }, (_, n) => `198.51.${n}.1`)

test('if a dozen uploads are in progress, further uploads wait in order for the next place', async () => {
  const { upload, begun, end } = beginning()
  const uploads = clients(14).map((client) => upload(client))
  await Promise.resolve()
  expect(begun).toEqual(clients(12))
  end('198.51.3.1')
  await expect(uploads[3]).resolves.toBe('198.51.3.1')
  end('198.51.7.1')
  await expect(uploads[7]).resolves.toBe('198.51.7.1')
  expect(begun).toEqual(clients(14))
})

test('a failed upload gives its place back', async () => {
  const inPlace = createQueue(uploads)
  const failing = async () => {
    throw new Error('no picture')
  }
  for (const client of clients(50)) await expect(inPlace(client, failing)).rejects.toThrow('no picture')
  expect(await inPlace('ada', async () => 'stored')).toBe('stored')
})

test('sixty uploads may wait, and further uploads are refused', async () => {
  const { upload } = beginning()
  for (const client of clients(72)) void upload(client)
  await expect(upload('ada')).rejects.toMatchObject({ code: 'OVERLOADED' })
})

test('one network may have 24 uploads, and other networks still get their share', async () => {
  const { upload, begun, end } = beginning()
  for (let n = 0; n < 24; n++) void upload(`203.0.113.${n}`)
  await expect(upload('203.0.113.99')).rejects.toMatchObject({ code: 'OVERLOADED' })
  void upload('ada')
  for (let n = 0; n < 13; n++) {
    await expect.poll(() => begun).toContain(`203.0.113.${n}`)
    end(`203.0.113.${n}`)
  }
  await expect.poll(() => begun).toContain('ada')
})

test('one client may have six uploads, and other clients still get their share', async () => {
  const { upload, begun, end } = beginning()
  const own = [0, 1, 2, 3, 4, 5].map((n) => upload('eve', `eve ${n}`))
  await expect(upload('eve')).rejects.toMatchObject({ code: 'OVERLOADED' })
  void upload('ada')
  await Promise.resolve()
  expect(begun).toContain('ada')
  end('eve 0')
  await own[0]
  void upload('eve', 'eve again')
  await Promise.resolve()
  expect(begun).toContain('eve again')
})
