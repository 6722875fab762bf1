import { readConfig } from '@shop/server/config'
import { checkPaypal } from './check-paypal.ts'

const marks = { ok: 'ok       ', wrong: 'WRONG    ', 'not tried': 'not tried' } as const

async function run([certUrl]: readonly string[]) {
  const { payments, publicOrigin } = readConfig()
  if (payments.simulated)
    throw new Error(
      'PAYPAL_CLIENT_ID is not set. This shop takes only test payments, so there is no PayPal account to check',
    )
  process.stdout.write(`${payments.baseUrl}\n`)
  const findings = await checkPaypal(payments, { publicOrigin, certUrl })
  for (const { what, is, says } of findings) process.stdout.write(`${marks[is]}  ${what}: ${says}\n`)
  if (findings.some(({ is }) => is === 'wrong')) process.exitCode = 1
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
