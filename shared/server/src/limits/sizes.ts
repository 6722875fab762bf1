import { MAX_PICTURE_MIB } from '@shop/language/limits'

const KIB = 1024
const MIB = 1024 * KIB

/*
 * TABLE: how large requests, answers and their stored parts may be, and how long a request may take (reliability 8.6). Sizes that the
 * browser needs too are in shared/language/src/limits.ts. `tools/rules/limits.test.ts` compares these limits with reliability 8.6.
 */

/** `withinMs`: the time within which a body must have arrived. */
export type BodyLimits = Readonly<{ maxBytes: number; withinMs: number }>

/** For each body without limits below. A longer time lets slow clients hold memory; a shorter time refuses phones. */
export const SMALL_BODY: BodyLimits = { maxBytes: 128 * KIB, withinMs: 10_000 }
/** Enough for the longest list of stock lines with ordinary words. A longer body would block all other requests while it is parsed. */
export const JSON_KIB = 100
/** More levels than any call has. */
export const JSON_DEPTH = 20
/** Enough for the twenty longest records of one report. */
export const TRAIL_BODY: BodyLimits = { maxBytes: 8 * KIB, withinMs: 10_000 }
/** PayPal's webhooks have only a few KiB. */
export const WEBHOOK_BODY: BodyLimits = { maxBytes: 64 * KIB, withinMs: 10_000 }
/** Long enough for a phone's photo over a bad connection. The 64 KiB are for the form's boundaries and headers. */
export const PICTURE_BODY: BodyLimits = { maxBytes: MAX_PICTURE_MIB * MIB + 64 * KIB, withinMs: 30_000 }
/**
 * For this time, a body may arrive slowly. Then it must arrive at the rate below, so that no client can hold many connections open with
 * little traffic.
 */
export const BODY_GRACE_MS = 3000
export const BODY_BYTES_A_SECOND = KIB

/** Enough for all the event numbers that a query for evidence may have. */
export const QUERY_CHARACTERS = 4096
/** More parameters than any call has, even if every value of a filter is a separate parameter. */
export const QUERY_PARAMETERS = 100

/**
 * `maxBytes` is Node's default. The time is checked every half second, so a client with late headers is cut off within ten seconds
 * (reliability R14).
 */
export const HEADERS = { maxBytes: 16 * KIB, withinMs: 9500 }
/** As long as a picture may take, because a picture is the slowest body. */
export const REQUEST_WITHIN_MS = 30_000
/** Node's default. A longer time lets idle clients hold connections; a shorter time makes pages open new connections. */
export const KEEP_ALIVE_MS = 5000
/** For this long, a repeat with the same Idempotency-Key gets the same answer (decisions, “Answers”). */
export const KEY_DAYS = 7
/** A browser is known for this long after a sign-in. A longer time helps a thief; a shorter time locks the owner out sooner. */
export const KNOWN_DEVICE_DAYS = 90
/** An uploaded picture is deleted after this time unless a product uses it. An admin needs the time to fill in the form. */
export const PENDING_PICTURE_MS = 60 * 60 * 1000
/** A connection without traffic is closed after this time. A shorter time would cut off slow requests. */
export const IDLE_MS = 30_000

/** A browser opens six connections, but an office or a school shares one address. */
export const CONNECTIONS_OF_CLIENT = 256
/** A closed connection still counts for this time, so a client that always opens new connections has no advantage. */
export const CLOSED_COUNTS_MS = 1000
/** A connection that was cut off counts for this longer time, because cutting off costs more work than answering. */
export const CUT_OFF_COUNTS_MS = 10_000
/** A browser sends the next request only after the answer, so it never has this many requests waiting on one connection. */
export const WAITING_ON_CONNECTION = 16
/** If a client's unread answers have more bytes than this, the connection of its next request is cut off. */
export const UNREAD_BYTES = 4 * MIB
/** If a client gets more refusals than this in a second, its connections pause after each further refusal. */
export const QUICK_REFUSALS = 20
export const REFUSED_REST_MS = 1000

/**
 * The most pixels of a picture, and of one side of a picture. A PNG with 24 million rows of one pixel would take too long (decisions P17).
 */
export const PICTURE_PIXELS = 24_000_000
export const PICTURE_SIDE = 100_000
/**
 * The most bytes of uploaded pictures that no product uses yet (decisions K2): in total, for a client and for a network. Admins have a
 * separate limit.
 */
export const PENDING_PICTURES = { all: 200 * MIB, client: 20 * MIB, network: 60 * MIB, admin: 100 * MIB }

/** The most rows of the trail that the shop stores in one day, for a client and for a network. */
export const TRAIL_ROWS_A_DAY = { client: 600, network: 3_000 }

/** The most pieces held but not paid (decisions K1). A network may hold a fifth of the shop's pieces, or `least` if that is more. */
export const HELD_PIECES = { known: 300, newcomer: 30, client: 300, network: { oneIn: 5, least: 30 } }

/** Processor time for rendering pages, in ms per second. Over a limit, the client's browser renders the page. */
export const DRAWING_MS_A_SECOND = { all: 300, network: 100, client: 50 }
