const MINUTE = 60
const QUARTER_HOUR = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/*
 * TABLE: how often something may happen: `points` for each key, within `seconds` of the first time. Each part of a network (`blockOf`)
 * always gets `left` points, even when the network's points are used up. `tools/rules/limits.test.ts` compares this table with reliability
 * 8.6. A name is part of the stored key of the counts.
 */

/** A client may send 100 requests a second, and 100 further requests in ten seconds. */
export const requests = { name: 'requests', points: 100, seconds: 1 }
export const requestsInBurst = { name: 'requests in a burst', points: 100, seconds: 10 }
/** A page and its pictures are about forty files, which a browser caches. People in one office may open several pages within seconds. */
export const files = { name: 'files', points: 1500, seconds: 5 }
/** Load balancers and monitors send a probe each second. */
export const probes = { name: 'probes', points: 400, seconds: 1 }
/** A page sends a report when it is hidden or when it has twenty records. */
export const beacons = { name: 'trail', points: 120, seconds: MINUTE }
/** Long lists from a cache are not counted, because they take no time. */
export const newLongLists = { name: 'new long lists', points: 10, seconds: 1 }
/** Each export reads all orders of a customer. */
export const ownExports = { name: 'exports of an account', points: 10, seconds: HOUR }

/** Commands of one owner of a cart: two a second, faster than anyone shops. */
export const ownerCommands = { name: 'commands of an owner', points: 120, seconds: MINUTE }
/** Writes without a sign-in are counted by network, not by guest, because one client can invent any number of guests. */
export const anonymousWrites = { name: 'anonymous writes of a network', points: 600, left: 30, seconds: MINUTE }
/**
 * A client that tries more unknown guest ids than `unknownGuestIds` allows is guessing. `triedGuestIds` notes each tried id, so that a
 * repeated id counts once.
 */
export const triedGuestIds = { name: 'tried guest ids', points: 1, seconds: 10 * MINUTE }
export const unknownGuestIds = { name: 'unknown guest ids', points: 20, seconds: 10 * MINUTE }

/**
 * No limit locks an account. The owner can still sign in from a known device, or from a network without failed sign-ins (decisions K3: fair
 * limits; reliability SEC3: what a sign-in reveals).
 */
export const signIns = {
  ofNetwork: { name: 'failed sign-ins of a network', points: 100, seconds: QUARTER_HOUR },
  ofBlock: { name: 'failed sign-ins of a part of a network', points: 2, seconds: QUARTER_HOUR },
  ofPair: { name: 'failed sign-ins of a network to an account', points: 10, seconds: QUARTER_HOUR },
  ofAccount: { name: 'failed sign-ins to an account', points: 100, seconds: QUARTER_HOUR },
  ofKnown: { name: 'failed sign-ins of a known device or owner', points: 10, seconds: QUARTER_HOUR },
}
/** When many networks attack an account, each network still has this many guesses for the account. */
export const GUESSES_UNDER_ATTACK = 2
/** Enough for a family or an office at one address. */
export const registrations = { name: 'registrations', points: 20, seconds: 4 * HOUR }
export const registrationsOfNetwork = { name: 'registrations of a network', points: 100, left: 1, seconds: 4 * HOUR }

/** Requests that anyone may send and that the shop answers with a mail. `what` names the kind of request. */
export const mailRequests = (what: string) => ({
  ofClient: { name: `${what} of a client`, points: 10, seconds: HOUR },
  ofNetwork: { name: `${what} of a network`, points: 60, left: 3, seconds: HOUR },
  ofAddress: { name: `${what} of an address`, points: 3, seconds: HOUR },
})
/**
 * Confirmation links are counted per account and e-mail address, and per network and e-mail address. So strangers with many accounts can
 * neither use up the links of the address's owner nor fill the owner's mailbox (decisions K3).
 */
export const confirmLinks = { name: 'links of an account that confirm an address', points: 3, seconds: HOUR }
export const confirmLinksOfNetwork = { name: 'links of a network that confirm an address', points: 6, seconds: HOUR }

/** These changes append to streams that the shop always reads whole, so these streams must stay short. */
export const ownChanges = { name: 'changes of own name and address', points: 20, seconds: DAY }
export const addressChanges = { name: 'changes of own addresses', points: 40, seconds: DAY }
/**
 * Each way to end all sessions of an account has a separate budget (decisions A1: changing passwords, ending sessions). So a thief who
 * knows the password cannot use up the owner's mailed links or the admin's calls.
 */
export const endings = {
  'sign-out': { name: 'ends of all sessions', points: 20, seconds: DAY },
  password: { name: 'changes of a password', points: 20, seconds: DAY },
  link: { name: 'passwords set by a mailed link', points: 20, seconds: DAY },
  admin: { name: 'ends of all sessions by an admin', points: 20, seconds: DAY },
}

/** Anyone may upload pictures, and each picture takes much processor time. */
export const uploads = { name: 'uploads', points: 10, seconds: MINUTE }
export const attemptedUploads = { name: 'attempted uploads', points: 60, seconds: MINUTE }

/** Genuine webhooks with a known certificate are not counted. */
export const wrongWebhooks = { name: 'wrong webhooks of a network', points: 60, seconds: MINUTE }
/** PayPal rarely changes its certificate. */
export const webhookCertificates = { name: 'webhook certificates of a network', points: 3, seconds: MINUTE }
/** A process fetches no more certificates, because hostile clients can invent any number of addresses. */
export const certificateFetches = { name: 'webhook certificates of a process', points: 60, seconds: MINUTE }
/** How often the whole shop may ask PayPal to verify a webhook, because PayPal limits the calls of the shop. */
export const webhookQuestions = { name: 'webhooks verified at the provider', points: 10, seconds: MINUTE }
/** Limits the shop's look-ups at the payment provider. */
export const paymentChecks = { name: 'checks of payments', points: 600, seconds: MINUTE }
export const paymentChecksOfCustomer = { name: 'checks of payments of a customer', points: 20, seconds: MINUTE }
/** The provider has one limit for the whole shop, so one customer may make only a few calls. */
export const providerCalls = { name: 'payment calls of a customer', points: 20, seconds: MINUTE }
