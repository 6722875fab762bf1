import { useStorage } from './storage.ts'

/*
 * The checkout is a separate document, because only its response has the headers for the payment provider's script (ADR 43). A browser
 * keeps the headers of the loaded document, so entering or leaving the checkout loads a document.
 */

const CHECKOUT = /^\/checkout\/*([?#]|$)/i

export const takesPayment = (address: string): boolean => CHECKOUT.test(address)

/**
 * Whether going to another page must load a new document. A browser that stores nothing would lose cart and session in a new document. So
 * the shop loads no new document in this browser, although the browser may then refuse the provider's script.
 */
export const loadsDocument = (from: string, to: string): boolean =>
  takesPayment(from) !== takesPayment(to) && !useStorage.getState().isRefused
