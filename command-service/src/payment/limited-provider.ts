import type { PaymentProvider } from './payment-provider.ts'

/** Calls `take` before every call to the provider; `take` throws after too many calls. */
export function limitedProvider(payments: PaymentProvider, take: () => Promise<void>): PaymentProvider {
  const limited =
    <Argument, Result>(call: (argument: Argument) => Promise<Result>) =>
    async (argument: Argument): Promise<Result> => {
      await take()
      return call(argument)
    }
  return {
    createOrder: limited(payments.createOrder),
    lookUp: limited(payments.lookUp),
    capture: limited(payments.capture),
    refund: limited(payments.refund),
    lookUpRefund: limited(payments.lookUpRefund),
  }
}
