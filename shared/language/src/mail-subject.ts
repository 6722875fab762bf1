/** What a mail is about: the kind of mail, and the ids by which its facts are found when it is sent. */
export type MailSubject =
  | Readonly<{ kind: 'welcome' | 'password-changed'; accountId: string }>
  | Readonly<{
      kind: 'order-placed' | 'address-missing' | 'order-shipped' | 'order-delivered' | 'order-cancelled'
      orderId: string
    }>
  | Readonly<{ kind: 'order-refunded'; orderId: string; refundId: string }>
  | Readonly<{ kind: 'return-received'; orderId: string; returnId: string }>
  /** Money that the provider still looks at, and money that went back because no order came of it. */
  | Readonly<{ kind: 'payment-pending' | 'payment-returned'; checkoutId: string }>

export type MailKind = MailSubject['kind']
