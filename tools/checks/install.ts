import { execSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/* The checks have their own package.json, because their packages take 400 MB and the shop does not need them. */
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'))
const { packages } = read('package-lock.json')
const isThere = (name: string) => {
  const folder = `node_modules/${name}`
  return (
    existsSync(join(import.meta.dirname, folder)) && read(`${folder}/package.json`).version === packages[folder].version
  )
}

if (!Object.keys(packages[''].dependencies).every(isThere)) {
  console.info('Installing the checks into tools/checks …')
  execSync('npm ci --no-audit --no-fund', { cwd: import.meta.dirname, stdio: 'inherit' })
}
