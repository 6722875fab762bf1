import type { Chance } from './chance.ts'

export const DEMO_PASSWORD = 'a customer of the demo shop'

const FIRST_NAMES =
  'Ada Amara Ben Bo Carla Chidi Dana Elif Emil Fatima Finn Grace Hana Ines Ivo Jonas Kai Lena Liam Maja Mateo Mila Nadia Noah Nora Omar Priya Rosa Sam Sofia Tariq Theo Uma Vera Yusuf Zoe'.split(
    ' ',
  )
const LAST_NAMES =
  'Abbott Berg Castillo Diaz Eriksen Fischer Gupta Haddad Ito Jensen Kim Larsen Moreau Nowak Okafor Park Quinn Rossi Schmidt Tanaka Usman Vargas Weber Young Zimmer'.split(
    ' ',
  )

/** TABLE: where parcels go. `share` is in percent. */
const PLACES = [
  { country: 'United States', share: 62, cities: ['Portland', 'Chicago', 'Austin', 'Denver', 'Boston'], code: '#####' },
  { country: 'Canada', share: 12, cities: ['Toronto', 'Montreal', 'Vancouver'], code: 'K#A #B#' },
  { country: 'United Kingdom', share: 11, cities: ['London', 'Leeds', 'Bristol'], code: 'E# #AB' },
  { country: 'Germany', share: 9, cities: ['Berlin', 'Hamburg', 'Leipzig'], code: '#####' },
  { country: 'France', share: 6, cities: ['Paris', 'Lyon', 'Nantes'], code: '#####' },
]
const STREETS = ['Harbor Street', 'Mill Lane', 'Station Road', 'Oak Avenue', 'Bridge Street', 'Garden Row']

export type Person = ReturnType<typeof makePerson>

/** An invented person. The e-mail domain can never exist (RFC 2606). */
export function makePerson(chance: Chance, number: number) {
  const [firstName, lastName] = [chance.one(FIRST_NAMES), chance.one(LAST_NAMES)]
  const { country, cities, code } = chance.weighted(PLACES, ({ share }) => share)
  const shippingAddress = {
    firstName,
    lastName,
    address: `${chance.whole(1, 180)} ${chance.one(STREETS)}`,
    city: chance.one(cities),
    postalCode: code.replace(/#/g, () => String(chance.whole(0, 9))),
    country,
    phone: `555 01${chance.whole(10, 99)}`,
  }
  const email = `${firstName}.${lastName}.${number}@demo.invalid`.toLowerCase()
  return { name: `${firstName} ${lastName}`, email, shippingAddress }
}
