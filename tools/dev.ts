import { spawn } from 'node:child_process'

/*
 * `npm run dev` starts the shop on its usual port, and a second server for its pages. The shop restarts when one of its files changes.
 * The pages reload by themselves. The second server passes calls of /api to the shop. When one server ends, the other ends too.
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
