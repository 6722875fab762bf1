import type { SUPPORT_TITLES } from '@shop/language/limits'

/** The content of one support page: headings with their paragraphs. */
export type SupportText = Readonly<{
  /** The first sentence of the page. Search engines show this sentence. */
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
        'On a shuttle loom the thread turns at the end of each row and comes back. The edge that this makes is narrow, dense and finished before the cloth is cut. We like things that are finished where they are made.',
      ],
      [
        'What we sell',
        'Shirts, trousers, skirts, coats and what goes with them, for women and men. Each piece says what it is made of, how to wash it and how it is cut, in centimeters and inches.',
      ],
      [
        'How we sell it',
        'The number of pieces left is the number in our stock, and we say it when there are three or fewer. The price in your cart is the price you pay; if it rises while the piece is in there, we ask you first. We have no countdowns.',
      ],
    ],
  },
  FAQs: {
    lead: 'What people ask, with the short answer first.',
    parts: [
      ['What does shipping cost?', 'Nothing, for now: smaller orders ship free too, not only those over $100.00.'],
      [
        'Do I need an account?',
        'To look around and to fill a cart, no: it keeps for ninety days after its last change. To check out, yes, so that you can follow the order. The cart comes with you when you sign in or register.',
      ],
      [
        'How do I pay?',
        'With PayPal. You approve the payment there, and we never see your card. Prices are in US dollars.',
      ],
      [
        'How do I use the discount code?',
        'Subscribe to the newsletter at the foot of any page and open the link in the email. The next email has a code for 10% off your first order. Enter it at the checkout, signed in to an account with the same address: the discount is taken off before you pay. It works once, for that address alone; if that checkout ends without an order, it can be used again.',
      ],
      [
        'How long are my pieces held?',
        'For thirty minutes from the moment you continue to payment. The page says until when. While PayPal reviews a payment, they are held for up to three days.',
      ],
      [
        'A piece in my cart is sold out. What now?',
        'It stays in the cart and is not included in the total. Remove it there, and check out with the rest.',
      ],
      [
        'Can I change the address of an order?',
        'Yes, until it ships: open the order under My Orders and edit the address.',
      ],
      [
        'Can I cancel an order?',
        'Yes, until it ships: open it under My Orders and cancel it. We refund what you paid to your PayPal account automatically.',
      ],
      [
        'How do I return something?',
        'Request a return on the page of the order, within thirty days. The Returns page has the steps.',
      ],
      ['How do I reach you?', 'Use the contact page, linked in the footer. We answer by email.'],
      [
        'I forgot my password.',
        'Choose "Forgot your password?" on the sign-in page. The emailed link works once, for an hour.',
      ],
    ],
  },
  Shipping: {
    lead: 'Free for now, whatever the order is worth. The date you see at the checkout is the one we work to.',
    parts: [
      ['What it costs', 'Nothing. Orders over $100.00 ship free to every country, and for now smaller ones do too.'],
      [
        'When it arrives',
        'We estimate ten days from the order. The estimate stands on the product, at the checkout and on the page of your order.',
      ],
      [
        'How to follow it',
        'We email you when it ships and when it is delivered. The tracking number, if there is one, is in the email and on the page of the order.',
      ],
      [
        'What the parcel needs',
        'A name, a street, a city, a postal code and a country. If something is missing we ask, and you can complete it on the page of the order until it is shipped.',
      ],
    ],
  },
  Returns: {
    lead: 'Thirty days, any piece of an order. Say in a few words why.',
    parts: [
      [
        'How long',
        'Thirty days from the delivery. If we do not know when it was delivered, thirty days from the order.',
      ],
      [
        'How it goes',
        'Open the order under My Orders and choose the pieces to send back. When they have arrived we write to you, and the refund follows.',
      ],
      [
        'What you get back',
        'What you paid for those pieces, to your PayPal account. The page of the order shows whether we have sent the refund.',
      ],
      [
        'Before it is shipped',
        'Nothing needs to be sent back: cancel the order on its page, and we refund what you paid.',
      ],
    ],
  },
  Terms: {
    lead: 'What you and we agree on when you order here, in plain words.',
    parts: [
      [
        'Prices',
        'All prices are in US dollars and are those of the catalog at the moment you continue to payment. From then on the price of that checkout does not change.',
        'The code of the newsletter takes 10% off the first order of its address, once. The discount is spread over all pieces of the order, so the refund for a piece is what was paid for it.',
      ],
      [
        'When an order is made',
        'When your payment is confirmed. Until then we hold the pieces for the time shown on the page, and neither side owes anything.',
      ],
      [
        'When we cannot deliver',
        'If a payment arrives after the hold has ended and the pieces are gone, there is no order and we refund the whole payment. If you were charged twice for the same cart, we refund the second payment.',
      ],
      [
        'Cancellation and returns',
        'You may cancel until the order is shipped, and return pieces for thirty days. The Returns page says how.',
      ],
      [
        'Your account',
        'It is yours alone: keep its password to yourself. You can sign out other devices, change what is in it and delete it on your profile.',
      ],
    ],
  },
  Privacy: {
    lead: 'What we keep about you, what for, and how it ends.',
    parts: [
      [
        'What we count',
        'Pages report which products and lists were shown, what was searched for, how far a checkout got, and which sold-out sizes were wanted. They also report whether the device is a phone, a tablet or a computer, and whether the visit began at a search engine, a social site or elsewhere. Nothing is stored in your browser for it. We do not keep your address, what your browser calls itself, the page that you came from, your name or your cart with it. Of customers who are signed in we count only the steps of checkouts and the sizes that were gone, not linked to anyone.',
        'The records of one visit share a number made with a key that is destroyed at the end of the day. After that no one can tell whose visit it was, or that you came again. A search term is kept only if it was searched for from five addresses on one day. These records are deleted after ninety days; the daily counts stay. If your browser asks sites not to track you (Global Privacy Control), nothing is recorded.',
      ],
      [
        'In your browser',
        'What the shop needs to work: the number of your cart, a copy of it, your sign-in, your last searches, and an address and a discount code you were typing. One cookie can connect a cart to your browser. Another remembers that you have signed in from this browser: you can then still sign in here when someone else guesses passwords for your account too often. There is nothing for advertising.',
      ],
      [
        'With your account',
        'Your name, your email address, a password that is stored only as a digest, the devices that are signed in, your cart, the addresses that you saved, and your orders with the address they went to, the tracking number, and what you wrote when you returned something. We may add notes of our own, for example that the doorbell is broken.',
      ],
      [
        'Without an account',
        'If you write to us on the contact page: your name, your email address and the message. If you ask for the newsletter: your email address, and whether you confirmed it. Every newsletter has an unsubscribe link.',
      ],
      [
        'How it is kept',
        'Our permanent record has names, addresses and passwords encrypted with a key of your own. Working copies, such as your list of orders, are not, and are cleared when your account is deleted. Copies of emails are kept for thirty days at most.',
      ],
      [
        'Who else sees it',
        'PayPal, which takes the payment. When you choose to pay there, we give it what you buy (names, stock numbers, quantities and prices), any discount, the total, a number for the payment, and, if it is complete, the name and address that the parcel goes to. It asks for the address to protect sellers when a parcel is said not to have arrived. We do not give it your email address, your phone number or anything else from your account.',
        'What PayPal keeps, and for how long, is in its own privacy statement: deleting your account here deletes nothing there.',
        'Companies that deliver our emails and parcels get what they need for that. Analysts of the shop see pseudonyms instead of people.',
      ],
      [
        'What you can do',
        'On your profile you can download your data, and delete your account once all your orders are on their way and no payment is pending. Both include the messages and the newsletter of your email address if you have confirmed the address with an emailed link. If you have not, write to us from that address, and we erase them. Erasing destroys your key: after that no one, including us, can read what was encrypted with it. The orders stay in our records without your name and address.',
      ],
      [
        'How long',
        'The cart of a guest ends ninety days after its last change. A sign-in ends after seven days. An account is kept until you delete it.',
      ],
    ],
  },
}
