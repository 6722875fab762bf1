import { useStorage } from './storage.ts'

/*
 * The checkout is a separate document. Only its response has the headers that the payment provider's script needs (ADR 43). A browser
 * applies the headers of the document that it loaded, so entering or leaving the checkout loads a document.
 */

const CHECKOUT = /^\/checkout\/*([?#]|$)/i

/** Whether the shop's page at this URL takes payments. */
export const takesPayment = (address: string): boolean => CHECKOUT.test(address)

/**
 * Whether going from one page of the shop to another must load a new document. In a browser that stores nothing, the shop loads no new
 * document, because a new document would lose cart and session. The checkout then stays in the loaded document, and the browser can refuse
 * the provider's script.
 */
export const loadsDocument = (from: string, to: string): boolean =>
  takesPayment(from) !== takesPayment(to) && !useStorage.getState().isRefused
