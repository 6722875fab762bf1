import { useStorage } from './storage.ts'

/*
 * The checkout is a document of its own: the answer that brings it has the headers that the payment provider's script needs, and
 * no other page has them (ADR 43). A browser applies the headers of the document that it loaded, so the way to the checkout and
 * away from it loads a document.
 */

const CHECKOUT = /^\/checkout\/*([?#]|$)/i

/** Whether the page at this address of the shop takes payments. */
export const takesPayment = (address: string): boolean => CHECKOUT.test(address)

/**
 * Whether the way from one address of the shop to another has to load a document. In a browser that keeps nothing the new document
 * would have neither cart nor session: the way stays in this one, and the provider's script may be refused there.
 */
export const loadsDocument = (from: string, to: string): boolean =>
  takesPayment(from) !== takesPayment(to) && !useStorage.getState().isRefused
