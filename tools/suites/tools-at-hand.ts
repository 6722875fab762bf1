import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export type Tool = Readonly<{ name: string; at: string; install: string }>

const ROOT = join(import.meta.dirname, '..', '..')
export const checks: Tool = {
  name: 'the linter, and the checks of markup and of the OpenAPI document',
  at: join(ROOT, 'tools', 'checks', 'node_modules'),
  install: 'npm run check',
}

export const schemathesis: Tool = {
  name: 'Schemathesis',
  at: process.env.SCHEMATHESIS || onPath('schemathesis'),
  install:
    'pip install -r .ci/schemathesis.requirements.txt into an environment on the PATH, or set SCHEMATHESIS to its path',
}

export const firefox: Tool = {
  name: 'the shop in Firefox',
  at: process.env.FIREFOX || onPath('firefox-esr'),
  install: 'apt-get install firefox-esr, or set FIREFOX to its path',
}

export const webkit: Tool = {
  name: 'the shop in WebKit',
  at: firstMissing(onPath('WebKitWebDriver'), onPath('Xvfb')),
  install: 'apt-get install webkit2gtk-driver xvfb',
}

/** In CI the tests of a missing tool run and fail. Elsewhere they are left out with a message. */
export const isTried = ({ at }: Tool) => existsSync(at) || process.env.CI === 'true'

/** Undefined if Docker Compose is missing, or if no container engine is running. */
export function composeAtHand(): readonly string[] | undefined {
  if (!answers('docker', 'version')) return undefined
  return [['docker', 'compose'], ['docker-compose']].find(([program = '', ...words]) =>
    answers(program, ...words, 'version'),
  )
}

export default function reportMissingTools() {
  for (const tool of [checks, schemathesis, firefox, webkit])
    if (!isTried(tool)) console.warn(`Left out: ${tool.name}. To try it: ${tool.install}`)
  // The tests in containers are left out in CI too, because some machines allow no containers.
  if (!composeAtHand())
    console.warn(
      'Left out: the shop in containers. To try it: install Docker Compose and start a container engine (dockerd)',
    )
}

function answers(program: string, ...words: readonly string[]): boolean {
  try {
    execFileSync(program, words, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Returns only the program's name if the program is not on the PATH. */
function onPath(program: string): string {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program))
  return places.find((place) => existsSync(place)) ?? program
}

/** If none is missing, returns the first program. */
function firstMissing(...programs: [string, ...string[]]): string {
  return programs.find((program) => !existsSync(program)) ?? programs[0]
}
