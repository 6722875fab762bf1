/** One source file: its path from the root, and its text. */
export type Source = Readonly<{ path: string; text: string }>

/** A rule of ARCHITECTURE.md: names what breaks it, file by file. */
export type Rule = (source: Source) => readonly string[]

/** Who may import whom. Only the composition roots are above this. */
const ports = ['language', 'logger', 'stores']
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'shared/language': [],
  'shared/logger': [],
  'shared/stores': ['language', 'logger'],
  'shared/kurrentdb': ports,
  'shared/mongodb': ports,
  'shared/redis': ports,
  'shared/server': [...ports, 'kurrentdb', 'mongodb', 'redis'],
  'command-service': [...ports, 'server'],
  projections: [...ports, 'server'],
  'query-service': [...ports, 'server'],
  // Of web only what it says of its pages: they themselves are in the module that web builds.
  gateway: [...ports, 'server', 'web/drawn-pages'],
  'paypal-simulator': [],
  tools: [...ports, 'server'],
  web: ['language/api'],
}

/** Parts that a room may never see, though it may import the rest. */
const mayNot: Readonly<Record<string, readonly string[]>> = {
  'command-service': ['stores/read-store', 'language/read-models', 'stores/log-file'],
  projections: ['stores/log-file'],
  'query-service': ['stores/log-file'],
  gateway: ['language/read-models', 'language/views', 'stores/log-file'],
  tools: ['stores/read-store', 'language/read-models', 'stores/key-store'],
}

const roomOf = ({ path }: Source) => /^(shared\/)?[^/]+/.exec(path)?.[0] ?? ''
const isTest = ({ path }: Source) =>
  /\.test\.tsx?$|\/(contract|spec)\.ts$|\/(acceptance|bench|contract|lighthouse|test-support)\//.test(path)
const isRoot = ({ path }: Source) => path.endsWith('/main.ts')
const importsOf = ({ text }: Source) =>
  [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, target = '']) => target)
const named = ({ path }: Source, what: string) => `${path} ${what}`

export const importsOnlyItsNeighbours: Rule = (source) => {
  const allowed = mayImport[roomOf(source)]
  if (!allowed || isRoot(source) || isTest(source)) return []
  const forbidden = mayNot[roomOf(source)] ?? []
  return importsOf(source)
    .filter((target) => target.startsWith('@shop/'))
    .map((target) => target.slice('@shop/'.length))
    .filter(
      (target) =>
        !allowed.some((prefix) => `${target}/`.startsWith(`${prefix}/`)) ||
        forbidden.some((prefix) => target.startsWith(`${prefix}/`)),
    )
    .map((target) => named(source, `imports ${target}`))
}

export const staysInItsRoom: Rule = (source) => {
  const depth = source.path.split('/').length - roomOf(source).split('/').length - 1
  if (!(roomOf(source) in mayImport) || isTest(source)) return []
  return importsOf(source)
    .filter((target) => (target.match(/\.\.\//g) ?? []).length > depth)
    .filter((target) => !(isRoot(source) && target.endsWith('/demo/demo-catalogue.ts')))
    .map((target) => named(source, `reaches out of its room for ${target}`))
}

export const namesNoAdapter: Rule = (source) =>
  isRoot(source) ||
  isTest(source) ||
  source.path === 'shared/server/src/open-adapters.ts' ||
  /^shared\/(kurrentdb|mongodb|redis)\//.test(source.path)
    ? []
    : importsOf(source)
        .filter((target) => /^@shop\/(kurrentdb|mongodb|redis)\/|\/(sqlite-[a-z-]+|paypal)(\.ts)?$/.test(target))
        .map((target) => named(source, `names the adapter ${target}`))

/** The servers' clients, and which files alone may import each. */
const clients: readonly (readonly [RegExp, RegExp])[] = [
  [/^(@eventstore\/|@grpc\/|google-protobuf)/, /^shared\/kurrentdb\//],
  [/^mongodb$/, /^shared\/mongodb\//],
  [/^(bullmq|ioredis)$/, /^shared\/redis\//],
]

export const leavesTheServersClientToItsAdapter: Rule = (source) =>
  /\/test-support\/|\/bench\/|^architecture\.test\.ts$/.test(source.path)
    ? []
    : importsOf(source)
        .filter((target) => clients.some(([client, mayImport]) => client.test(target) && !mayImport.test(source.path)))
        .map((target) => named(source, `imports ${target}`))

export const knowsNoDouble: Rule = (source) =>
  isTest(source)
    ? []
    : importsOf(source)
        .filter((target) => target.includes('test-support/'))
        .map((target) => named(source, `imports ${target}`))

const inTheCatalogue = /^query-service\/src\/catalogue\/in-memory\//
const makesTheCatalogue = /^(embedded|query-service)\/src\/main\.ts$/

export const asksTheCatalogueThroughItsPort: Rule = (source) =>
  isTest(source) || inTheCatalogue.test(source.path)
    ? []
    : importsOf(source)
        .filter((target) => /\/in-memory\//.test(target))
        .filter((target) => !(makesTheCatalogue.test(source.path) && /\/in-memory-catalogue(\.ts)?$/.test(target)))
        .map((target) => named(source, `reaches into the catalogue for ${target}`))

const isPure = ({ path }: Source) =>
  /^command-service\/src\/.*-decider\.ts$|^projections\/src\/(read-models|processes|sweeps)\//.test(path)

export const decidesWithoutTheWorld: Rule = (source) => {
  if (!isPure(source) || isTest(source)) return []
  const libraries = importsOf(source)
    .filter((target) => !target.startsWith('.') && !target.startsWith('@shop/'))
    .map((target) => named(source, `imports ${target}`))
  const world =
    source.text.match(/\b(Date\.now|new Date\(\)|Math\.random|randomUUID|performance\.now|await|process\.)/g) ?? []
  return [...libraries, ...world.map((word) => named(source, `uses ${word}`))]
}

export const appendsOnlyInTheCommandService: Rule = (source) =>
  isRoot(source) || isTest(source) || roomOf(source) === 'command-service' || roomOf(source).startsWith('shared/')
    ? []
    : [...source.text.matchAll(/\bEventStore\b|\blog\.append\(/g)].map(([word]) =>
        named(source, `can write to the log: ${word}`),
      )

export const leavesThePublicPathsToTheGateway: Rule = (source) =>
  isTest(source) ||
  !(
    ['command-service', 'query-service', 'projections'].includes(roomOf(source)) || roomOf(source).startsWith('shared/')
  )
    ? []
    : [...source.text.matchAll(/['"`]\/api\//g)].map(() => named(source, "names '/api/'"))

export const readsNoEnvironment: Rule = (source) =>
  source.path === 'shared/server/src/config.ts' || isTest(source)
    ? []
    : [...source.text.matchAll(/process\.env|import\.meta\.env/g)].map(([word]) => named(source, `reads ${word}`))

export const takesTypesOnlyIntoTheBrowser: Rule = (source) =>
  roomOf(source) !== 'web'
    ? []
    : [...source.text.matchAll(/^\s*import (?!type\b)[^\n]*'@shop\/language\/[^\n]*/gm)].map(([line]) =>
        named(source, `runs ${line.trim()} in the browser`),
      )

const LONGEST = 200

export const isNotTooLong: Rule = (source) => {
  const lines = source.text.split('\n').length - 1
  return lines > LONGEST && !isTest(source) ? [named(source, `has ${lines} lines`)] : []
}

const EVASIVE = /(^|\/)(index|utils|helpers|types|common|misc)\.tsx?$/

export const isNamedAfterWhatItHolds: Rule = (source) =>
  EVASIVE.test(source.path) || /[A-Z_]/.test(source.path.split('/').at(-1) ?? '')
    ? [named(source, 'is not named after what it holds, in kebab-case')]
    : []
