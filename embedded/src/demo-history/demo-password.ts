/** The password of every customer of the demo history. */
export const DEMO_PASSWORD = 'a customer of the demo shop'
