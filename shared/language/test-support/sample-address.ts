/** An address in tests, as it was before it had a second line and a state. */
export const sampleAddress = {
  firstName: 'Ada',
  lastName: 'Byron',
  address: '12 St James',
  city: 'London',
  postalCode: 'SW1',
  country: 'UK',
  phone: '',
} as const
