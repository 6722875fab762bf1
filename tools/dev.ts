import { spawn } from 'node:child_process'

/*
 * `npm run dev` starts the shop on its usual port, and Vite's server for the pages. Vite's server passes calls of /api to the shop.
 */
const parts = [
  run('embedded/src/main.ts', ['--watch', 'embedded/src/main.ts', '--without-web']),
  run('vite', [new URL('../node_modules/vite/bin/vite.js', import.meta.url).pathname], 'web'),
]

function run(name: string, args: readonly string[], folder = '.') {
  const child = spawn(process.execPath, args, {
    cwd: new URL(`../${folder}`, import.meta.url).pathname,
    stdio: 'inherit',
  })
  child.once('exit', (code) => {
    process.exitCode ??= code ?? 1
    if (code) process.stderr.write(`${name} has ended with ${code}\n`)
    for (const part of parts) part.kill('SIGTERM')
  })
  return child
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    process.exitCode = 0
    for (const part of parts) part.kill(signal)
  })
