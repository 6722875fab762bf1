import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'
import type { ShopConfig } from '@shop/shared/api/shop-config'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { Loading } from '../ui/skeleton.tsx'

type PaypalButtonsProps = {
  payment: ShopConfig['payment']
  createOrder: () => Promise<string>
  onApprove: (data: { orderID: string }) => Promise<void>
  onCancel: () => void
  onError: () => void
}

/** The provider's own buttons, from the provider's own script; a chunk of its own, so only a checkout loads it. */
export function PaypalButtons({ payment, ...handlers }: PaypalButtonsProps) {
  const [attempt, setAttempt] = useState(1)
  return (
    <PayPalScriptProvider
      key={attempt}
      options={{
        clientId: payment.clientId,
        currency: 'USD',
        intent: 'capture',
        sdkBaseUrl: new URL(payment.sdkUrl, window.location.origin).href,
      }}
    >
      <ScriptState
        onTryAgain={() => {
          document.getElementById('payment')?.focus()
          setAttempt(attempt + 1)
        }}
      />
      <PayPalButtons style={{ layout: 'vertical', shape: 'rect', label: 'pay', height: 52 }} {...handlers} />
    </PayPalScriptProvider>
  )
}

function ScriptState({ onTryAgain }: { onTryAgain: () => void }) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  if (isPending) return <Loading />
  if (!isRejected) return null
  return (
    <Note
      tone="bad"
      action={
        <Button variant="outline" small onClick={onTryAgain}>
          Try again
        </Button>
      }
    >
      <p>The payment provider did not answer. Nothing was charged.</p>
    </Note>
  )
}
