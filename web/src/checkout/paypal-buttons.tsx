import { PayPalButtons, PayPalScriptProvider, usePayPalScriptReducer } from '@paypal/react-paypal-js'
import type { ShopConfig } from '@shop/language/shop/api'
import { useEffect, useState } from 'react'
import { Note, NoteButton } from '../ui/note.tsx'
import { Loading } from '../ui/skeleton.tsx'

/** After this time the page says that the script is late. */
const SCRIPT_LIMIT_MS = 20_000

type PaypalButtonsProps = {
  payment: ShopConfig['payment']
  createOrder: () => Promise<string>
  onApprove: (data: { orderID: string }, actions: { restart: () => unknown }) => Promise<void>
  onCancel: () => void
  onError: (error: unknown) => void
}

export function PaypalButtons({ payment, ...handlers }: PaypalButtonsProps) {
  const [attempt, setAttempt] = useState(1)
  return (
    <PayPalScriptProvider
      key={attempt}
      options={{
        clientId: payment.clientId,
        currency: 'USD',
        intent: 'capture',
        // Without `merchantId`, the script accepts only orders that pay the account of the client id.
        ...(payment.merchantId && { merchantId: payment.merchantId }),
        ...nonceOfDocument(),
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

/** The nonce that lets the provider's inline scripts run (ADR 43). The simulator needs none. */
function nonceOfDocument() {
  const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce
  return nonce ? { dataCspNonce: nonce } : {}
}

function ScriptState({ onTryAgain }: { onTryAgain: () => void }) {
  const [{ isPending, isRejected }] = usePayPalScriptReducer()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), SCRIPT_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [])
  if (isPending) return isLate ? <Late /> : <Loading />
  if (!isRejected) return null
  return (
    <Note tone="bad" action={<NoteButton onClick={onTryAgain}>Try again</NoteButton>}>
      <p>The payment provider did not answer, so its buttons are missing.</p>
    </Note>
  )
}

/** While a script is loading, a browser does not request the script again, so only a reload of the page helps. */
const Late = () => (
  <Note tone="bad" action={<NoteButton onClick={() => window.location.reload()}>Load the page again</NoteButton>}>
    <p>The payment provider has not answered yet, so its buttons are missing.</p>
  </Note>
)
