import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PENDING_PICTURES } from '@shop/server/limits/sizes'
import { createMemoryCounters } from '@shop/stores/counters/memory-counters'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bombPng, flatPng, png } from '../test-support/hostile-pictures.ts'
import { type Room, startRoom } from '../test-support/start-room.ts'
import { keepPictures, pendingFolder, sweepPending } from './pending-pictures.ts'

let room: Room
let photo: Buffer
beforeAll(async () => {
  room = await startRoom()
  photo = await sharp({ create: { width: 1600, height: 2000, channels: 3, background: '#95332e' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' }, IFD0: { Copyright: 'canary-exif' } })
    .jpeg()
    .toBuffer()
  await upload(photo) // the first upload loads the picture library
})
afterAll(() => room.stop())

function formOf(picture: Buffer, field = 'image', name = 'picture.png') {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(picture)]), name)
  return form
}

async function upload(body: Buffer | FormData | string, headers: NonNullable<RequestInit['headers']> = {}, to = room) {
  const beganMs = performance.now()
  const sent = Buffer.isBuffer(body) ? formOf(body) : body
  const answer = await fetch(`${to.url}/uploads`, { method: 'POST', body: sent, headers })
  const stored = (await answer.json()) as { url: string }
  const tookMs = performance.now() - beganMs
  return { status: answer.status, connection: answer.headers.get('connection'), body: stored, tookMs }
}

const pathOf = (url: string, width: number) =>
  join(pendingFolder(room.uploadsFolder), url.replace('/uploads/', '').replace('-1200.', `-${width}.`))

describe('a picture', () => {
  test('comes back as WebP in four widths under a random name', async () => {
    const { status, body } = await upload(photo)
    expect(status).toBe(200)
    expect(body).toEqual({ url: expect.stringMatching(/^\/uploads\/[0-9a-f]{32}-1200\.webp$/), imageUrl: body.url })
    for (const width of [240, 480, 800, 1200]) {
      const facts = await sharp(pathOf(body.url, width)).metadata()
      expect(facts).toMatchObject({ format: 'webp', width, height: (width * 5) / 4 })
    }
  })

  test('smaller than a width keeps its size, and still has four files', async () => {
    const { body } = await upload(await sharp(photo).resize({ width: 300 }).png().toBuffer())
    const widths = [240, 480, 800, 1200].map(async (width) => (await sharp(pathOf(body.url, width)).metadata()).width)
    expect(await Promise.all(widths)).toEqual([240, 300, 300, 300])
  })

  test('loses everything but its pixels', async () => {
    expect(photo.includes('canary-exif')).toBe(true)
    const { body } = await upload(photo)
    const stored = readFileSync(pathOf(body.url, 1200))
    expect(stored.includes('canary-exif')).toBe(false)
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
  })

  test('is rotated as its EXIF orientation says', async () => {
    const { body } = await upload(await sharp(photo).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(await sharp(pathOf(body.url, 480)).metadata()).toMatchObject({ width: 480, height: 384 })
  })

  test.each(['png', 'webp'] as const)('may be a %s, also with transparency', async (format) => {
    const glass = { create: { width: 20, height: 20, channels: 4, background: '#95332e80' } } as const
    expect((await upload(await sharp(glass).toFormat(format).toBuffer())).status).toBe(200)
  })
})

describe('a hostile file is refused or made harmless, and costs no more than a few photos', () => {
  const polyglot = (end: string) => Buffer.concat([flatPng(8, 8), Buffer.from(end)])
  const files: [string, () => Buffer | Promise<Buffer>, number][] = [
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
    ['a GIF', () => Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'), 415],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['a PNG that is a page too', () => polyglot('<script>canary</script>'), 200],
    ['a JPEG with PHP behind it', async () => Buffer.concat([await tiny('jpeg'), Buffer.from('<?php canary')]), 200],
    ['14000 × 14000 pixels', () => flatPng(14_000, 14_000), 413],
    ['a header that claims 4 thousand million pixels', () => flatPng(1, 1).fill(0xff, 16, 20), 415],
    ['a text bomb', () => bombPng('zTXt'), 200],
    ['a color profile bomb', () => bombPng('iCCP'), 200],
    ['a PNG cut in half', () => photo.subarray(0, 3), 415],
    ['a JPEG cut in half', () => photo.subarray(0, photo.length / 2), 415],
    ['only the first bytes of a PNG', () => png([]), 415],
    ['a PNG without pixels', () => png([['IEND', Buffer.alloc(0)]]), 415],
    ['a PNG of noise', () => Buffer.concat([png([]), Buffer.alloc(100_000, 'noise')]), 415],
    ['a RIFF that is no WebP', () => Buffer.from('RIFF\x00\x00\x00\x00WAVEfmt ', 'latin1'), 415],
    ['one pixel wide and 100,000 high', () => flatPng(1, 100_000), 200],
    ['100,000 wide and one pixel high', () => flatPng(100_000, 1), 200],
    ['one pixel wide and 23 million high', () => flatPng(1, 23_000_000), 413],
    ['23 million wide and one pixel high', () => flatPng(23_000_000, 1), 413],
  ]
  test.each(files)('%s', async (_, make, status) => {
    const { status: answered, body, tookMs } = await upload(await make())
    expect(answered).toBe(status)
    // The two times are compared within one run, because the machine's speed varies with its other work.
    const { tookMs: photoMs } = await upload(photo)
    expect(tookMs).toBeLessThan(10 * photoMs)
    if (status === 200) expect(readFileSync(pathOf(body.url, 1200)).includes('canary')).toBe(false)
    else expect(Object.keys(body)).toEqual(expect.arrayContaining(['message', 'code', 'requestId']))
  })
  const tiny = (format: 'jpeg') => sharp(photo).resize({ width: 16 }).toFormat(format).toBuffer()

  test('more than 5 MiB, whether the sender announces the size or not', async () => {
    const big = Buffer.concat([flatPng(8, 8), Buffer.alloc(5 * 1024 * 1024)])
    expect((await upload(big)).status).toBe(413)
    const stream = new Response(formOf(big))
    const answer = await fetch(`${room.url}/uploads`, {
      method: 'POST',
      body: stream.body,
      headers: { 'content-type': stream.headers.get('content-type') ?? '' },
      duplex: 'half',
    } as RequestInit).catch(() => undefined)
    expect([413, undefined]).toContain(answer?.status)
  })

  test('more than 5 MiB, from a client that reads the answer only after it has sent everything', async () => {
    const bytes = 8 * 1024 * 1024
    const { port, hostname } = new URL(room.url)
    const socket = connect(Number(port), hostname)
    socket.write(`POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n`)
    socket.write('Content-Type: multipart/form-data; boundary=b\r\n\r\n')
    for (let sent = 0; sent < bytes; sent += bytes / 8) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      socket.write(Buffer.alloc(bytes / 8))
    }
    const answer = await new Promise((resolve, reject) => socket.on('data', resolve).on('error', reject))
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /)
    socket.destroy()
  })
})

describe('a malformed form is answered with 400', () => {
  const part = (headers: string, content = 'x') => `--b\r\n${headers}\r\n\r\n${content}`
  const named = (name: string, more = '; filename="x.png"') => `Content-Disposition: form-data; name="${name}"${more}`
  const forms: [string, string][] = [
    ['without its last boundary', part(named('image'))],
    ['cut inside the part header', '--b\r\nContent-Disposition: form-da'],
    ['that is a boundary only', '--b'],
    ['that is empty', ''],
    ['that ends at once', '--b--\r\n'],
    ['with an empty field name', `${part(named(''))}\r\n--b--\r\n`],
    ['with the field image[0]', `${part(named('image[0]'))}\r\n--b--\r\n`],
    ['with the field __proto__', `${part(named('__proto__'))}\r\n--b--\r\n`],
    ['without a filename', `${part(named('image', ''))}\r\n--b--\r\n`],
    ['with no picture in it', `${part(named('image'), '')}\r\n--b--\r\n`],
    ['with two pictures', `${part(named('image'))}\r\n${part(named('image'))}\r\n--b--\r\n`],
    ['with an unknown encoding', `${part(`${named('image')}\r\nContent-Transfer-Encoding: zip`)}\r\n--b--\r\n`],
    ['with a field of an odd encoding', `${part(`${named('x', '')}\r\nContent-Transfer-Encoding: 7bit`)}\r\n--b--\r\n`],
    ['with bytes that are no header', `--b\r\n\x00\x01\x02: \x03\r\n\r\nx\r\n--b--\r\n`],
    ['with another boundary than the announced boundary', part(named('image')).replace('--b', '--c')],
  ]
  test.each(forms)('%s', async (_, body) => {
    const answered = await upload(body, { 'content-type': 'multipart/form-data; boundary=b' })
    // If the form had been given up as too slow, its connection would be closed.
    expect(answered).toMatchObject({ status: 400, connection: 'keep-alive' })
  })

  test('without a boundary', async () => {
    expect((await upload('x', { 'content-type': 'multipart/form-data' })).status).toBe(400)
  })

  test('whose body is JSON', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=json' }
    expect((await upload('{', headers)).status).toBe(400)
  })

  test('that stalls', async () => {
    const { port, hostname } = new URL(room.url)
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(Number(port), hostname)
      socket.on('data', (chunk) => (text += chunk)).on('close', () => resolve(text))
      socket.write('POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n')
      socket.write('Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n')
    })
    expect(answer).toMatch(/^HTTP\/1.1 400 /)
    expect(answer).toMatch(/^Connection: close\r?$/m)
  })

  test('whose sender disconnects', async () => {
    const { port, hostname } = new URL(room.url)
    const socket = connect(Number(port), hostname)
    socket.write('POST /uploads HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n')
    socket.write('Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n')
    await new Promise((resolve) => setTimeout(resolve, 100))
    socket.destroy()
    expect((await upload(photo)).status).toBe(200)
  })
})

describe('under an Idempotency-Key', () => {
  const under = (key: string, token?: string) => ({
    'idempotency-key': key,
    ...(token && { authorization: `Bearer ${token}` }),
  })
  const filesOf = (url: string) => {
    const [name = ''] = url.replace('/uploads/', '').split('-')
    const folders = [room.uploadsFolder, pendingFolder(room.uploadsFolder)]
    return folders.flatMap((folder) => readdirSync(folder).filter((file) => file.startsWith(name))).length
  }

  test('the same picture is stored once and gets the same answer, even for concurrent repeats', async () => {
    const first = await upload(photo, under('one'))
    const again = await Promise.all(['one', 'one', 'one'].map((key) => upload(photo, under(key))))
    for (const { status, body } of again) expect([status, body]).toEqual([200, first.body])
    expect(filesOf(first.body.url)).toBe(6)
    expect((await upload(photo, under('two'))).body).not.toEqual(first.body)
    expect((await upload(photo)).body).not.toEqual(first.body)
  })

  test('another picture is refused', async () => {
    await upload(photo, under('other'))
    expect(await upload(flatPng(8, 8), under('other'))).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_MISMATCH' },
    })
  })

  test('a refused picture does not use up the key', async () => {
    expect((await upload(Buffer.from('GIF89a'), under('refused'))).status).toBe(415)
    expect((await upload(photo, under('refused'))).status).toBe(200)
  })

  test('concurrent repeats need space for one picture only, and the key stays used', async () => {
    const { body } = await upload(photo)
    const bytes = [240, 480, 800, 1200].reduce((sum, width) => sum + statSync(pathOf(body.url, width)).size, 0)
    const narrow = await startRoom()
    try {
      const filler = join(pendingFolder(narrow.uploadsFolder), 'filler')
      mkdirSync(pendingFolder(narrow.uploadsFolder), { recursive: true })
      writeFileSync(filler, '')
      truncateSync(filler, PENDING_PICTURES.all - Math.round(1.5 * bytes))
      const answers = await Promise.all([1, 2].map(() => upload(photo, under('narrow'), narrow)))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await upload(flatPng(8, 8), under('narrow'), narrow)).status).toBe(409)
    } finally {
      await narrow.stop()
    }
  })

  test('the key belongs to its caller', async () => {
    const { body: stranger } = await upload(photo, under('shared'))
    const { body: admin } = await upload(flatPng(8, 8), under('shared', room.adminToken))
    expect(admin.url).not.toBe(stranger.url)
  })

  test('a repeat after a product refers to the picture changes nothing', async () => {
    const { body } = await upload(photo, under('kept'))
    await keepPictures(room.uploadsFolder, [body])
    expect((await upload(photo, under('kept'))).body).toEqual(body)
    expect(existsSync(pathOf(body.url, 1200))).toBe(false)
    expect(filesOf(body.url)).toBe(6)
    expect((await upload(flatPng(8, 8), under('kept'))).status).toBe(409)
  })

  test('a malformed key is refused', async () => {
    expect((await upload(photo, under('a key'))).status).toBe(400)
  })
})

describe('the call that uploads pictures', () => {
  test('refuses a body that is not a form', async () => {
    expect((await upload('{}', { 'content-type': 'application/json' })).status).toBe(415)
  })

  test('refuses uploads from pages of other sites', async () => {
    const foreign: NonNullable<RequestInit['headers']>[] = [
      { origin: 'https://evil.test' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) expect((await upload(formOf(photo), headers)).status).toBe(403)
    expect((await upload(formOf(photo), { origin: room.url })).status).toBe(200)
  })

  test('takes uploads from pages of an allowed origin', async () => {
    const partner = { origin: 'https://partner.test', 'sec-fetch-site': 'cross-site' }
    expect((await upload(formOf(photo), partner)).status).toBe(200)
    expect((await upload(formOf(photo), { origin: 'https://partner.test.evil.test' })).status).toBe(403)
  })

  test('takes uploads from the shop’s own pages if a proxy sends another host name', async () => {
    expect((await upload(formOf(photo), { origin: 'https://shop.test' })).status).toBe(200)
    const elsewhere = { origin: 'https://shop.test', 'sec-fetch-site': 'cross-site' }
    expect((await upload(formOf(photo), elsewhere)).status).toBe(403)
  })

  test('deletes pictures that no product has referred to for an hour', async () => {
    const [old, fresh] = [(await upload(photo)).body.url, (await upload(photo)).body.url]
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
    for (const width of [240, 480, 800, 1200]) utimesSync(pathOf(old, width), twoHoursAgo, twoHoursAgo)
    await sweepPending(room.uploadsFolder, new Date())
    expect(existsSync(pathOf(old, 240))).toBe(false)
    expect(existsSync(pathOf(fresh, 240))).toBe(true)
  })

  test('refuses uploads when 200 MiB are pending', async () => {
    const full = await startRoom()
    mkdirSync(pendingFolder(full.uploadsFolder), { recursive: true })
    writeFileSync(join(pendingFolder(full.uploadsFolder), 'x'), Buffer.alloc(200 * 1024 * 1024))
    expect(await upload(photo, {}, full)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    await full.stop()
  })

  test('refuses a client with 20 MiB pending, and still accepts the pictures of an admin', async () => {
    const used = await startRoom()
    const folder = pendingFolder(used.uploadsFolder)
    await upload(photo, {}, used)
    const name = readdirSync(folder)[0]!.slice(0, 32)
    expect(readdirSync(folder).join()).toMatch(/\.of-[0-9a-f]{16}-[0-9a-f]{16}/)
    writeFileSync(join(folder, `${name}-1.webp`), Buffer.alloc(20 * 1024 * 1024))
    await expect.poll(async () => (await upload(photo, {}, used)).status).toBe(429)
    const admin = { authorization: `Bearer ${used.adminToken}` }
    expect((await upload(photo, admin, used)).status).toBe(200)
    writeFileSync(join(folder, 'x'), Buffer.alloc(200 * 1024 * 1024))
    expect((await upload(photo, admin, used)).status).toBe(200)
    await used.stop()
  })

  test('answers 503 when it cannot write, and leaves no partial picture', async () => {
    const broken = await startRoom()
    writeFileSync(pendingFolder(broken.uploadsFolder), 'a file where the folder belongs')
    expect(await upload(photo, {}, broken)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(readdirSync(broken.uploadsFolder)).toEqual(['pending'])
    await broken.stop()
  })

  test('refuses an eleventh picture in a minute from one address', async () => {
    const limited = await startRoom({ counters: createMemoryCounters() })
    const small = flatPng(8, 8)
    await upload('{}', { 'content-type': 'application/json' }, limited)
    const statuses = []
    for (let n = 0; n < 11; n++) statuses.push((await upload(small, {}, limited)).status)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    await limited.stop()
  })
})
