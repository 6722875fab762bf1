import {
  DELIVERY_DAYS,
  FEW_LEFT,
  FIRST_ORDER_PERCENT,
  GUEST_CART_DAYS,
  OUTBOX_DAYS,
  RESET_LINK_HOURS,
  RETURN_DAYS,
  REVIEW_DAYS,
  SEARCHERS_OF_A_TERM,
  SESSION_DAYS,
  type SUPPORT_TITLES,
  TRAIL_ROW_DAYS,
} from '@shop/language/limits'
import { spanInWords } from '@shop/language/values/span'

export type SupportText = Readonly<{
  /** Search engines show this text too. */
  lead: string
  parts: readonly (readonly [heading: string, ...paragraphs: string[]])[]
}>

/** TABLE: the support pages by title. They describe what the shop does, and promise nothing more. */
export const supportTexts: Readonly<Record<(typeof SUPPORT_TITLES)[number], SupportText>> = {
  'About Us': {
    lead: 'A selvedge is the edge that a loom finishes by itself, so that the cloth does not fray.',
    parts: [
      [
        'The name',
        'On a shuttle loom the thread turns at the end of each row and comes back. The edge is narrow and dense, and it is finished before the cloth is cut. We like things that are finished where they are made.',
      ],
      [
        'What we sell',
        'Shirts, trousers, skirts, coats and what goes with them, for women and men. The page of each piece shows its material and how to wash it, and has a guide to its sizes.',
      ],
      [
        'How we sell it',
        `When ${FEW_LEFT} or fewer pieces are left, we show how many. This is the true number in our stock. The price in your cart is the price you pay. If the price rises while the piece is in your cart, we ask you first. We have no countdowns.`,
      ],
    ],
  },
  FAQs: {
    lead: 'Frequent questions, each with a short answer.',
    parts: [
      ['What does shipping cost?', 'Nothing. Orders of $100.00 or more ship free, and for now smaller orders do too.'],
      [
        'Do I need an account?',
        `You can look around and fill a cart without an account. We keep the cart for ${GUEST_CART_DAYS} days after its last change. To check out you need an account, so that you can follow the order. When you sign in or register, your cart becomes the cart of your account.`,
      ],
      [
        'How do I pay?',
        'With PayPal. You approve the payment there, and we never see your card. Prices are in US dollars.',
      ],
      [
        'How do I use the discount code?',
        `Subscribe to the newsletter at the foot of any page and open the link in the email. The next email has a code for ${FIRST_ORDER_PERCENT}% off your first order. Sign in to an account with the same address, and enter the code at the checkout. We subtract the discount before you pay. The code works once, and only for that address. If the checkout ends without an order, you can use the code again.`,
      ],
      [
        'How long are my pieces held?',
        `We hold them from the moment you continue to payment. The payment page shows when the hold ends. If you paid before that and PayPal reviews the payment, we hold the pieces for up to ${REVIEW_DAYS} days.`,
      ],
      [
        'A piece in my cart is sold out. What now?',
        'The piece stays in the cart and is not included in the total. Remove it there, and check out with the rest.',
      ],
      [
        'Can I change the address of an order?',
        'Yes, until the order ships. Open the order under My Orders and edit the address.',
      ],
      [
        'Can I cancel an order?',
        'Yes, until the order ships. Open the order under My Orders and cancel it. We then refund your payment automatically. The money goes to your PayPal account.',
      ],
      [
        'How do I return something?',
        `Request a return on the page of the order, within ${RETURN_DAYS} days. The Returns page has the steps.`,
      ],
      ['How do I reach you?', 'Use the contact page, linked in the footer. We answer by email.'],
      [
        'I forgot my password.',
        `Choose "Forgot your password?" on the sign-in page. The emailed link works once, within ${spanInWords(RESET_LINK_HOURS * 3600)}.`,
      ],
    ],
  },
  Shipping: {
    lead: 'Shipping is free for now, for orders of any value. We aim for the delivery date that you see at the checkout.',
    parts: [
      ['What it costs', 'Nothing. Orders over $100.00 ship free to every country, and for now smaller orders do too.'],
      [
        'When it arrives',
        `We estimate ${DELIVERY_DAYS} days from the order. You see the estimate on the page of a product, at the checkout and on the page of your order.`,
      ],
      [
        'How to track it',
        'We email you when the order ships and when it is delivered. The tracking number, if there is one, is in the email and on the page of the order.',
      ],
      [
        'What the parcel needs',
        'A name, a street, a city, a postal code and a country. If something is missing, we ask you for it. You can complete the address on the page of the order until the order is shipped.',
      ],
    ],
  },
  Returns: {
    lead: `You can return any piece of an order within ${RETURN_DAYS} days. Tell us the reason when you request the return.`,
    parts: [
      [
        'How long',
        `You have ${RETURN_DAYS} days from the delivery. If we do not know the day of the delivery, you have ${RETURN_DAYS} days from the order.`,
      ],
      [
        'How to return a piece',
        'Open the order under My Orders and choose the pieces to send back. When they have arrived, we email you and refund them.',
      ],
      [
        'What you get back',
        'We refund what you paid for those pieces. The money goes to your PayPal account. The page of the order shows whether we have sent the refund.',
      ],
      [
        'Before it is shipped',
        'You need not send anything back. Cancel the order on its page, and we refund what you paid.',
      ],
    ],
  },
  Terms: {
    lead: 'What you and we agree on when you order here, in plain words.',
    parts: [
      [
        'Prices',
        'All prices are in US dollars. You pay the prices that the catalog has when you continue to payment. After that, the price of the checkout does not change.',
        `The code in the newsletter takes ${FIRST_ORDER_PERCENT}% off your first order. It works once, and only for an account with the email address that received it. The discount is spread over all pieces of the order, so for a returned piece we refund the discounted price.`,
      ],
      [
        'When an order is made',
        'An order is made when your payment is confirmed. Until then we hold the pieces for the time shown on the page, and neither you nor we owe anything.',
      ],
      [
        'When we cannot deliver',
        'A payment can arrive after the hold has ended. If the pieces are sold out by then, or your discount code was used in another checkout, there is no order, and we refund the whole payment. If you were charged twice for the same cart, we refund the second payment.',
      ],
      [
        'Cancellation and returns',
        `You may cancel until the order is shipped, and return pieces for ${RETURN_DAYS} days. The Returns page says how.`,
      ],
      [
        'Your account',
        'Your account is only for you, so do not share its password. On your profile you can sign out other devices, change your data and delete the account.',
      ],
    ],
  },
  Privacy: {
    lead: 'Which data we keep about you, why we keep it, and when we delete it.',
    parts: [
      [
        'What we count',
        'Pages report which products and lists were shown, what was searched for, how far a checkout got, and which sold-out sizes were wanted. They also report whether the device is a phone, a tablet or a computer, and whether the visit began at a search engine, a social site or elsewhere. These reports store nothing in your browser. We do not keep your network address, the name of your browser, the page that you came from, your name or your cart with a report. For signed-in customers we count only the steps of checkouts and the sold-out sizes, and do not link them to a person.',
        `All records of one visit have the same code. We make this code with a secret, and destroy the secret at the end of the day. From then on, nobody can find out whose visit it was, or whether you came again. A search term is kept only if people searched for it from at least ${SEARCHERS_OF_A_TERM} network addresses on one day. We delete these records after ${TRAIL_ROW_DAYS} days. We keep the daily counts. If your browser asks sites not to track you (Global Privacy Control), nothing is recorded.`,
      ],
      [
        'In your browser',
        'The shop stores only what it needs to work: the number of your cart, a copy of the cart, your sign-in, your last searches, and an address and a discount code that you were typing. One cookie can connect a cart to your browser. Another cookie remembers that you have signed in from this browser. Because of this cookie, you can still sign in here if someone else has tried too many passwords for your account. The shop stores nothing for advertising.',
      ],
      [
        'With your account',
        'Your name, your email address, a password that is stored so that no one can read it, the devices that are signed in, your cart, the addresses that you saved, and your orders with the address they went to, the tracking number, and what you wrote when you returned something. We may add notes of our own, for example that the doorbell is broken.',
      ],
      [
        'Without an account',
        'If you write to us on the contact page: your name, your email address and the message. If you ask for the newsletter: your email address, and whether you confirmed it. Every newsletter has an unsubscribe link.',
      ],
      [
        'How it is kept',
        `In our permanent record, names, addresses and passwords are encrypted with a key that is only for your data. Working copies, such as your list of orders, are not encrypted. We clear them when your account is deleted. Copies of emails are kept for at most ${OUTBOX_DAYS} days.`,
      ],
      [
        'Who else sees it',
        'PayPal takes the payment. When you choose to pay there, we give PayPal the pieces that you buy (names, stock numbers, quantities and prices), any discount, the total, and a number for the payment. If the delivery address is complete, we also give PayPal the name and address. PayPal asks for the address to protect sellers when a buyer says that a parcel has not arrived. We do not give PayPal your email address, your phone number or anything else from your account.',
        'PayPal’s own privacy statement says which data PayPal keeps, and for how long. Deleting your account here deletes nothing at PayPal.',
        'Companies that deliver our emails and parcels get what they need for that. Analysts of the shop see pseudonyms instead of names.',
      ],
      [
        'What you can do',
        'On your profile you can download your data, and delete your account once all your orders are on their way and no payment or refund is pending. If you have confirmed your email address with an emailed link, the download contains your messages to us and your newsletter subscription, and deleting your account erases them too. If you have not confirmed it, write to us from that address, and we erase the messages and the subscription. Erasing destroys your key. After that, no one can read the data that was encrypted with it, not even we. The orders stay in our records without your name and address.',
      ],
      [
        'How long',
        `The cart of a guest ends ${GUEST_CART_DAYS} days after its last change. A sign-in ends after ${SESSION_DAYS} days. An account is kept until you delete it.`,
      ],
    ],
  },
}
