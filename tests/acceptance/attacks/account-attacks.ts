import { PASSWORD } from '../../support/people.ts'
import { type Attack, assertThat, type Scene } from './attack.ts'

const login =
  (body: unknown, headers = {}) =>
  (scene: Scene) =>
    scene.anonymous.post('/api/users/login', body, { headers })
const rawLogin =
  (raw: string, type = 'application/json') =>
  (scene: Scene) =>
    scene.anonymous.send('POST', '/api/users/login', { raw, headers: { 'content-type': type } })
const register = (changes: Record<string, unknown>) => (scene: Scene) =>
  scene.anonymous.post('/api/users/register', {
    name: 'Mallory',
    email: `${crypto.randomUUID()}@x.test`,
    password: PASSWORD,
    ...changes,
  })

export const loginAttacks: readonly Attack[] = [
  {
    id: 'L01',
    what: 'query operators in the place of texts',
    send: login({ email: { $ne: null }, password: { $ne: null } }),
    status: 400,
    code: 'VALIDATION_FAILED',
  },
  {
    id: 'L03',
    what: 'a list in the place of a text',
    send: login({ email: ['alice@x.test'], password: 'x' }),
    status: 400,
  },
  {
    id: 'L05',
    what: 'an unknown e-mail address',
    send: login({ email: 'nobody@x.test', password: PASSWORD }),
    status: 401,
    code: 'BAD_CREDENTIALS',
  },
  {
    id: 'L07',
    what: 'a password of a mebibyte',
    send: login({ email: 'a@x.test', password: 'x'.repeat(2 ** 20) }),
    status: 413,
    code: 'TOO_LARGE',
    isCheap: true,
  },
  {
    id: 'L09',
    what: 'JSON with the content type of plain text',
    send: rawLogin('{"email":"a@x.test","password":"x"}', 'text/plain'),
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    id: 'L11',
    what: 'a body cut off',
    send: rawLogin('{"email":"a@x.test","password":'),
    status: 400,
    code: 'MALFORMED_JSON',
  },
  {
    id: 'L13',
    what: 'lists nested 20,000 deep',
    send: rawLogin(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    status: 400,
    isCheap: true,
  },
  {
    id: 'L15',
    what: 'a password in the query',
    send: (scene) => scene.anonymous.get('/api/users/login?email=a&password=b'),
    status: 405,
    code: 'METHOD_NOT_ALLOWED',
    check: ({ headers }) => assertThat(headers.get('allow')?.includes('POST'), 'Allow names POST'),
  },
  { id: 'H09', what: 'a body in UTF-16', send: rawLogin('{}', 'application/json; charset=utf-16'), status: 415 },
  {
    id: 'H09b',
    what: 'bytes that are not UTF-8',
    send: (scene) =>
      scene.anonymous.send('POST', '/api/users/login', {
        raw: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        headers: { 'content-type': 'application/json' },
      }),
    status: 400,
  },
]

export const registerAttacks: readonly Attack[] = [
  {
    id: 'G02',
    what: 'fields that only the server sets',
    send: register({ _id: 'me', isAdmin: true, role: 'admin', ver: 99 }),
    status: 201,
    check: ({ body }) => {
      assertThat(body.user.role === 'customer', 'a customer')
      assertThat(body.user._id !== 'me', 'an id of ours')
    },
  },
  {
    id: 'G04',
    what: 'a polluted prototype',
    send: register({ constructor: { prototype: { polluted: 1 } } }),
    status: [201, 400],
    check: () => assertThat(({} as { polluted?: number }).polluted === undefined, 'nothing polluted'),
  },
  {
    id: 'G06',
    what: 'a taken e-mail address with capitals and spaces',
    send: (scene) => register({ email: ` ${scene.alice.email.toUpperCase()} ` })(scene),
    status: 400,
    code: 'VALIDATION_FAILED',
    check: ({ body }) => assertThat(body.message === 'User already exists', body.message),
  },
  {
    id: 'G08',
    what: 'a short password',
    send: register({ password: '1234567' }),
    status: 400,
    check: ({ body }) =>
      assertThat(
        body.fields?.some((field: { path: string }) => field.path === 'password'),
        'the field is named',
      ),
  },
  {
    id: 'G08b',
    what: 'a common password',
    send: register({ password: 'password1' }),
    status: 400,
    check: ({ body }) =>
      assertThat(
        body.fields?.some((field: { path: string }) => field.path === 'password'),
        'the field is named',
      ),
  },
  {
    id: 'G10',
    what: 'markup in a name',
    send: register({ name: '<img src=x onerror=alert(1)>' }),
    status: 201,
    check: ({ body }) => assertThat(body.user.name === '<img src=x onerror=alert(1)>', 'kept as text'),
  },
  { id: 'G12', what: 'an empty name', send: register({ name: '' }), status: 400 },
  { id: 'G12b', what: 'a name of 10,000 letters', send: register({ name: 'a'.repeat(10_000) }), status: 400 },
  { id: 'G12c', what: 'a number in the place of a name', send: register({ name: 5 }), status: 400 },
]
