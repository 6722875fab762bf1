/** That of every customer whom the past makes up. */
export const DEMO_PASSWORD = 'a customer of the demo shop'
