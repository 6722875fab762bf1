import * as account from '@shop/language/account/answers'
import * as address from '@shop/language/address/answers'
import { ShippingAddress } from '@shop/language/address/api'
import * as analysis from '@shop/language/analysis/answers'
import * as events from '@shop/language/analysis/event-answers'
import * as runs from '@shop/language/analysis/run-answers'
import * as things from '@shop/language/analysis/thing-answers'
import * as cart from '@shop/language/cart/answers'
import * as cases from '@shop/language/case/answers'
import * as checkout from '@shop/language/checkout/answers'
import * as customer from '@shop/language/customer/answers'
import * as dashboard from '@shop/language/dashboard/answers'
import * as deleted from '@shop/language/deleted/answers'
import * as hold from '@shop/language/hold/answers'
import * as mail from '@shop/language/mail/answers'
import * as order from '@shop/language/order/answers'
import * as product from '@shop/language/product/answers'
import { Image } from '@shop/language/product/picture'
import * as question from '@shop/language/question/answers'
import * as shop from '@shop/language/shop/answers'
import * as stock from '@shop/language/stock/answers'
import { User } from '@shop/language/values/user'

// The OpenAPI document has no names for these schemas.
const { Seen, ...analysisAnswers } = analysis
const { purchase, ...checkoutAnswers } = checkout
const { ReadModelFailure, ...shopAnswers } = shop
const { StockLine, ...stockAnswers } = stock
const { Change, ...eventAnswers } = events

/** The schemas of all answers and of their shared parts, by their names in the OpenAPI document. */
export const answers = {
  ...{ ...account, User, ...address, ShippingAddress },
  ...{ ...analysisAnswers, ...runs, ...eventAnswers, ...things },
  ...{ ...cart, ...checkoutAnswers, ...order, ...cases, ...customer, ...hold, ...mail },
  ...{ ...product, Image, ...stockAnswers, ...deleted, ...dashboard, ...question, ...shopAnswers },
}

export type AnswerName = keyof typeof answers
