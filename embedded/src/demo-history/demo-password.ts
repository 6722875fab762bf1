/** The password of all customers in the demo history. */
export const DEMO_PASSWORD = 'a customer of the demo shop'
