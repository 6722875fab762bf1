import { OpenSession, OwnData, SavedUser, Session, User } from '@shop/language/account/answers'
import { SavedAddress } from '@shop/language/address/answers'
import { ShippingAddress } from '@shop/language/address/api'
import { ActivityAsOf, AnalysisStatus, BooksAsOf, CopiedEvent, TailMessage } from '@shop/language/analysis/answers'
import { EventType } from '@shop/language/analysis/event-type-answers'
import { Explained } from '@shop/language/analysis/explain-answers'
import { AnswerExport, Archive, Export } from '@shop/language/analysis/export-answers'
import { Run, RunCell } from '@shop/language/analysis/run-answers'
import { CopiedStream, OrderLife, PersonPseudonym, StreamTest } from '@shop/language/analysis/stream-answers'
import { ThingAsOf, ThingAtTwoMoments, ThingsAsOf } from '@shop/language/analysis/thing-answers'
import { Histogram, Timeline } from '@shop/language/analysis/timeline-answers'
import { Cart, CartLine, MergedCart } from '@shop/language/cart/answers'
import { Case } from '@shop/language/case/answers'
import { Checkout, CheckoutNow, OrderItem, PaymentStarted, StartedCheckout } from '@shop/language/checkout/answers'
import { Customer, Note } from '@shop/language/customer/answers'
import { Dashboard } from '@shop/language/dashboard/answers'
import { Deleted } from '@shop/language/deleted/answers'
import { Hold } from '@shop/language/hold/answers'
import { OutboxMail } from '@shop/language/mail/answers'
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
} from '@shop/language/order/answers'
import { BestSeller, Facets, Product, Suggestions } from '@shop/language/product/answers'
import { Image } from '@shop/language/product/picture'
import { BoardPlace, MailedQuestion, SavedQuestion } from '@shop/language/question/answers'
import {
  Consistency,
  Health,
  LiveMessage,
  Message,
  OpenApi,
  ReadModel,
  ShopConfig,
  Uploaded,
} from '@shop/language/shop/answers'
import { StockLedgerEntry } from '@shop/language/stock/answers'

/** TABLE: the schemas of all answers and of the parts that they share, by their names in the document. */
export const answers = {
  ActivityAsOf,
  AnalysisStatus,
  AnswerExport,
  Archive,
  BoardPlace,
  BooksAsOf,
  Cart,
  CartLine,
  Case,
  Checkout,
  CheckoutNow,
  Consistency,
  CopiedEvent,
  CopiedStream,
  OrderLife,
  PersonPseudonym,
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
  MailedQuestion,
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
  ThingAtTwoMoments,
  ThingsAsOf,
  Timeline,
  Uploaded,
  User,
} as const

export type AnswerName = keyof typeof answers
