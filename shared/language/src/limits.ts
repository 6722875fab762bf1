/* Limits that several rooms use. Every page loads this file, so it must not import any file. */

/** The most pieces of a line, and the most lines of a cart (decisions C5: quantities). */
export const MAX_QUANTITY = 99
export const MAX_LINES = 100

/** The most pieces in one count or delivery of a stock line, and the most lines in one body. More pieces are a typing mistake. */
export const MAX_PIECES = 1_000_000
export const MAX_STOCK_LINES = 500

/** PayPal's amounts have at most seven digits before the point. */
export const MAX_PAYMENT_CENTS = 999_999_999

/** If at most this many pieces are left, shoppers see the number (docs/design.md). */
export const FEW_LEFT = 3

/** If a size and color has at most this many pieces, admins see its product as low on stock. */
export const LOW_STOCK = 5

/** The days of a leap year, so that a period can be any whole year. */
export const MAX_DASHBOARD_DAYS = 366

/** Counts of open tasks stop at this number, because counting more takes longer. Pages then show "99+". */
export const MOST_COUNTED = 100

/** The most entries in one answer of a list, whether or not the query sets a limit (decisions P3). */
export const MAX_LISTED = 1000

/** The most saved questions on the analysts' board. */
export const MAX_ON_BOARD = 12

export const SUPPORT_TITLES = ['About Us', 'FAQs', 'Shipping', 'Returns', 'Terms', 'Privacy'] as const
export const supportPath = (title: string) => `/support/${title.split(' ')[0]!.toLowerCase()}`

export const NO_ADDRESS = {
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  country: '',
  phone: '',
  address2: '',
  state: '',
}

/** The most addresses in the address book of an account (decisions, “Extra calls”). */
export const MOST_ADDRESSES = 20

/** How many days after the order a parcel is estimated to be delivered (decisions P14). */
export const DELIVERY_DAYS = 10

/** The widths in pixels in which the shop stores every picture. A picture's address contains the largest width (decisions P19). */
export const PICTURE_WIDTHS = [240, 480, 800, 1200] as const

/** Anyone may upload a picture, so it must not be large (decisions P17). */
export const MAX_PICTURE_MIB = 5

export const MAX_PARAMETERS = 20

/** The discount on a first order with the code from the newsletter's mail (specification: footer; decisions P15). */
export const FIRST_ORDER_PERCENT = 10

/** The days count from the delivery, or from the order if the delivery is unknown (decisions P10; spec §9). */
export const RETURN_DAYS = 30

/** A guest's cart expires after this time without a change (decisions C16). */
export const GUEST_CART_DAYS = 90

/** A sign-in ends after this time, used or not (docs/security.md, “Sessions”). */
export const SESSION_DAYS = 7

/** A checkout holds its pieces this long, if the operator sets no other time (decisions S1). */
export const HOLD_MINUTES = 30

/** The pieces of a payment that the provider reviews are held this long (decisions S1). */
export const REVIEW_DAYS = 3

/** How long mails are kept if there is no mail server. */
export const OUTBOX_DAYS = 30

/** How long a mailed link works. A stolen link for a new password does more harm, so it expires sooner. */
export const RESET_LINK_HOURS = 1
export const CONFIRM_LINK_HOURS = 24

/** Lengths in characters (decisions C11; reliability 8.6). */
export const LEAST_PASSWORD = 8
export const MOST_PASSWORD = 128

/** The days that the dashboard adds up if the query names none. */
export const DASHBOARD_DAYS = 30

/** The pace of a product's sales is measured over this many days. */
export const SOLD_DAYS = 7

/** A search term is kept only if at least this many clients searched for it on one day, so that it identifies no one (ADR 39). */
export const SEARCHERS_OF_A_TERM = 5

/** The most event numbers in one query for evidence, because the length of a URL is limited. */
export const MOST_EVIDENCE = 200

/** The most events, or rows of an answer, in one file of an export. */
export const MOST_IN_EXPORT_FILE = 100_000

/** How long the files with an answer's rows are kept. */
export const ANSWER_FILES_MINUTES = 5

/** How long the rows of the trail of visits are kept. The counts of each day stay. */
export const TRAIL_ROW_DAYS = 90

/** The longest texts, in characters (reliability 8.6). `word` is a SKU, a size, a color or another filter value. */
export const MAX_TEXT = {
  name: 100,
  productName: 200,
  description: 5000,
  word: 100,
  search: 100,
  address: 200,
  reason: 500,
  note: 2000,
  sql: 20_000,
} as const

/** A bound for event numbers and counts of rows. No log has so many events. */
export const MAX_EVENT = 1_000_000_000_000
