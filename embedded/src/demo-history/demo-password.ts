/** All customers in the demo history have this password. */
export const DEMO_PASSWORD = 'a customer of the demo shop'
