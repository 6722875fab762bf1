/** The projections of read models, their table, and the files that fold events with projections. */
export const FOLD_OF_READ_MODEL = /^projections\/src\/(all|fold|projection|working-set|read-models\/[\w-]+)\.ts$/
export const ROOMS =
  /^(command-service|projections|query-service|gateway|web|paypal-simulator|analysis|embedded|tools)\//
/** TABLE: the workspaces in shared/ with the adapters of a server. An install can leave out any of them. */
export const adapterWorkspaces: readonly string[] = ['kurrentdb', 'mongodb', 'redis', 'smtp']
export const SERVER_ADAPTERS = new RegExp(`^shared/(${adapterWorkspaces.join('|')})/`)
export const FILE_ADAPTERS = /^shared\/stores\/src\/[a-z-]+\/(sqlite|folder)\/\1-[a-z-]+\.ts$/
const inLanguage = (name: string) => `shared/language/src/${name}.ts`
export const LIMITS = inLanguage('limits')
export const PARCEL_NEEDS = inLanguage('address/parcel-needs')
/** TABLE: other modules of shared/language from which the browser may import values: numbers, shapes and short functions. */
const OTHERS_FOR_BROWSER = [
  ...[
    'analysis/trail-words',
    'analysis/money-column',
    'analysis/trail-tables',
    'analysis/reserved-columns',
    'address/countries',
    'address/format',
    'order/pieces-value',
    'order/etag',
    'order/version',
  ],
  'product/basic-colors',
  'product/wanted-picture',
  'values/span',
]
export const FOR_BROWSER = [LIMITS, PARCEL_NEEDS, ...OTHERS_FOR_BROWSER.map(inLanguage)]
export const DOCUMENT = /^shared\/language\/src\/[a-z]+\/([a-z-]+-)?document\.ts$/
export const VIEW = /^shared\/language\/src\/[a-z]+\/view\.ts$/
const EVENTS = /^shared\/language\/src\/(events\/|[a-z]+\/([a-z-]+-)?events\.ts$)/
/** Files in a subfolder of the language that declare no event, document or view. The browser's code may import their types. */
export const isOfApi = (path: string) =>
  /^shared\/language\/src\/[a-z]+\//.test(path) && ![DOCUMENT, VIEW, EVENTS].some((kind) => kind.test(path))
export const CATALOG = 'query-service/src/catalog/in-memory'
export const PAYPAL_ADAPTER = /^command-service\/src\/payment\/paypal\.ts$/

export const isOfReadModels = (path: string) =>
  DOCUMENT.test(path) || path === inLanguage('collection') || isIn(path, 'shared/stores/src/read-store')

/** A room, or a workspace in shared/. */
export const workspaceOf = (path: string) => /^(shared\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? ''
/** Files that never run in a shop. */
export const isTest = (path: string) =>
  /\.test\.tsx?$|\/(contract|spec)\.ts$|\/(bench|containers|contract|labs|rules|suites|test-support)\//.test(path) ||
  /^tests\/|^tools\/(gallery\.ts$|checks\/)|^vitest\.|^web\/(pictures\/|[^/]+\.ts$)/.test(path)
/** A composition root may import everything. */
export const isRoot = (path: string) => path.endsWith('/main.ts') || path.startsWith('embedded/src/')
export const isPure = (path: string) =>
  !isTest(path) &&
  /^command-service\/src\/.*-decider\.ts$|^projections\/src\/(read-models|processes|sweeps)\//.test(path)

export const isOurs = (to: string) => /^shared\//.test(to) || ROOMS.test(to)
export const isPlain = (path: string) => !isTest(path) && !isRoot(path)
export const isIn = (path: string, ...folders: readonly string[]) =>
  folders.some((folder) => path.startsWith(`${folder}/`))

/** The folder in a workspace's `src`, such as `web/src/cart`. Files directly in `src` combine features. */
export const featureOf = (path: string) =>
  isTest(path) || !/\.tsx?$/.test(path) ? undefined : /^(?:shared\/)?[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0]
