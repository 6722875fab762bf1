import { OpenSession, OwnData, SavedUser, Session, User } from '@shop/language/api/account-answers'
import { ShippingAddress } from '@shop/language/api/address'
import { AnalysisStatus, BooksAsOf, CopiedEvent } from '@shop/language/api/analysis-answers'
import { Cart, CartLine, MergedCart } from '@shop/language/api/cart-answers'
import { Case } from '@shop/language/api/case-answers'
import { Checkout, OrderItem, PaymentStarted, StartedCheckout } from '@shop/language/api/checkout-answers'
import { Customer, Note } from '@shop/language/api/customer-answers'
import { EventType } from '@shop/language/api/event-type-answers'
import { Explained } from '@shop/language/api/explain-answers'
import { Archive, Export } from '@shop/language/api/export-answers'
import { OutboxMail } from '@shop/language/api/mail-answers'
import {
  Dashboard,
  HistoryEntry,
  Order,
  OrderedItem,
  OrderNeighbours,
  Refund,
  RefundedOrder,
  Return,
  ReturnedOrder,
} from '@shop/language/api/order-answers'
import { Image } from '@shop/language/api/picture'
import { BestSeller, Facets, Product, Suggestions } from '@shop/language/api/product-answers'
import { SavedQuestion } from '@shop/language/api/question-answers'
import { Run, RunCell } from '@shop/language/api/run-answers'
import { Health, LiveMessage, Message, OpenApi, ReadModel, ShopConfig, Uploaded } from '@shop/language/api/shop-answers'
import { StockLedgerEntry } from '@shop/language/api/stock-answers'
import { ThingAsOf, ThingsAsOf } from '@shop/language/api/thing-answers'
import { Timeline } from '@shop/language/api/timeline-answers'

/** TABLE: the schemas of all answers, and of what several of them have, by the names that they have in the document. */
export const answers = {
  AnalysisStatus,
  Archive,
  BooksAsOf,
  Cart,
  CartLine,
  Case,
  Checkout,
  CopiedEvent,
  Customer,
  Dashboard,
  EventType,
  Explained,
  Export,
  Facets,
  Health,
  HistoryEntry,
  Image,
  LiveMessage,
  MergedCart,
  Message,
  Note,
  OpenApi,
  OpenSession,
  Order,
  OrderedItem,
  OrderItem,
  OrderNeighbours,
  OutboxMail,
  OwnData,
  PaymentStarted,
  Product,
  BestSeller,
  ReadModel,
  Refund,
  RefundedOrder,
  Return,
  ReturnedOrder,
  Run,
  RunCell,
  SavedQuestion,
  SavedUser,
  Session,
  ShippingAddress,
  ShopConfig,
  StartedCheckout,
  StockLedgerEntry,
  Suggestions,
  ThingAsOf,
  ThingsAsOf,
  Timeline,
  Uploaded,
  User,
} as const

export type AnswerName = keyof typeof answers
