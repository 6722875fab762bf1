import { OpenSession, OwnData, SavedUser, Session, User } from '@shop/language/api/account-answers'
import { ShippingAddress } from '@shop/language/api/address'
import { SavedAddress } from '@shop/language/api/address-answers'
import { AnalysisStatus, BooksAsOf, CopiedEvent, TailMessage } from '@shop/language/api/analysis-answers'
import { Cart, CartLine, MergedCart } from '@shop/language/api/cart-answers'
import { Case } from '@shop/language/api/case-answers'
import { Checkout, CheckoutNow, OrderItem, PaymentStarted, StartedCheckout } from '@shop/language/api/checkout-answers'
import { Customer, Note } from '@shop/language/api/customer-answers'
import { Dashboard } from '@shop/language/api/dashboard-answers'
import { Deleted } from '@shop/language/api/deleted-answers'
import { EventType } from '@shop/language/api/event-type-answers'
import { Explained } from '@shop/language/api/explain-answers'
import { AnswerExport, Archive, Export } from '@shop/language/api/export-answers'
import { Hold } from '@shop/language/api/hold-answers'
import { OutboxMail } from '@shop/language/api/mail-answers'
import {
  HistoryEntry,
  Order,
  OrderChanged,
  OrderCount,
  OrderDeleted,
  OrderedItem,
  OrderNeighbours,
  OrdersChanged,
  Refund,
  RefundedOrder,
  Return,
  ReturnedOrder,
} from '@shop/language/api/order-answers'
import { Image } from '@shop/language/api/picture'
import { BestSeller, Facets, Product, Suggestions } from '@shop/language/api/product-answers'
import { SavedQuestion } from '@shop/language/api/question-answers'
import { Run, RunCell } from '@shop/language/api/run-answers'
import {
  Consistency,
  Health,
  LiveMessage,
  Message,
  OpenApi,
  ReadModel,
  ShopConfig,
  Uploaded,
} from '@shop/language/api/shop-answers'
import { StockLedgerEntry } from '@shop/language/api/stock-answers'
import { CopiedStream, StreamTest } from '@shop/language/api/stream-answers'
import { ThingAsOf, ThingsAsOf } from '@shop/language/api/thing-answers'
import { Histogram, Timeline } from '@shop/language/api/timeline-answers'

/** TABLE: the schemas of all answers and of the parts that they share, by their names in the document. */
export const answers = {
  AnalysisStatus,
  AnswerExport,
  Archive,
  BooksAsOf,
  Cart,
  CartLine,
  Case,
  Checkout,
  CheckoutNow,
  Consistency,
  CopiedEvent,
  CopiedStream,
  StreamTest,
  Customer,
  Dashboard,
  Deleted,
  Hold,
  EventType,
  Explained,
  Export,
  Facets,
  Health,
  Histogram,
  HistoryEntry,
  Image,
  LiveMessage,
  MergedCart,
  Message,
  Note,
  OpenApi,
  OpenSession,
  Order,
  OrderChanged,
  OrderCount,
  OrderDeleted,
  OrderedItem,
  OrderItem,
  OrderNeighbours,
  OrdersChanged,
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
  SavedAddress,
  SavedQuestion,
  SavedUser,
  Session,
  ShippingAddress,
  ShopConfig,
  StartedCheckout,
  StockLedgerEntry,
  Suggestions,
  TailMessage,
  ThingAsOf,
  ThingsAsOf,
  Timeline,
  Uploaded,
  User,
} as const

export type AnswerName = keyof typeof answers
