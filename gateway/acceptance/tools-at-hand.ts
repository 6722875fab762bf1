import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A tool that reads the OpenAPI document: where it is, and how it comes there. */
export type Tool = Readonly<{ name: string; at: string; install: string }>

const ROOT = join(import.meta.dirname, '..', '..')
export const openapiTools: Tool = {
  name: 'the linter of the OpenAPI document and the typed client',
  at: join(ROOT, 'tools', 'openapi', 'node_modules'),
  install: 'npm ci --prefix tools/openapi',
}

/** Without a tool its tests are left out and say so; in CI they fail. */
export const isTried = ({ at }: Tool) => existsSync(at) || process.env.CI === 'true'

/** Before all tests: prints a line for each missing tool. */
export default function sayWhatIsLeftOut() {
  for (const tool of [openapiTools])
    if (!isTried(tool)) console.warn(`Left out: ${tool.name}. To try them: ${tool.install}`)
}
