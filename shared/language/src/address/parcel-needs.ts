/** The address fields that a parcel needs. The API requires none (decisions P16). */
export const ADDRESS_NEEDS = ['firstName', 'lastName', 'address', 'city', 'postalCode', 'country'] as const
export type AddressNeed = (typeof ADDRESS_NEEDS)[number]

export const missingIn = (address: Readonly<Record<AddressNeed, string>>): readonly AddressNeed[] =>
  ADDRESS_NEEDS.filter((field) => isNeeded(field, address.country) && !address[field].trim())

export const isNeeded = (field: AddressNeed, country: string) =>
  field !== 'postalCode' || !namedWithoutCode.has(plainName(country))

export const plainName = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')

/**
 * TABLE: countries that have no postal codes, or where mail arrives without one. Each row has the ISO code, the English name that the form
 * shows, and other names. The source is Google's address data. Ireland is added, because few people there know their postal code.
 */
export const WITHOUT_POSTAL_CODE: readonly (readonly string[])[] = [
  ['AE', 'United Arab Emirates', 'Emirates', 'UAE'],
  ['AG', 'Antigua & Barbuda', 'Antigua and Barbuda', 'Antigua'],
  ['AO', 'Angola'],
  ['AW', 'Aruba'],
  ['BF', 'Burkina Faso'],
  ['BI', 'Burundi'],
  ['BJ', 'Benin'],
  ['BO', 'Bolivia'],
  ['BQ', 'Caribbean Netherlands', 'Bonaire'],
  ['BS', 'Bahamas', 'The Bahamas'],
  ['BW', 'Botswana'],
  ['BZ', 'Belize'],
  ['CD', 'Congo - Kinshasa', 'Democratic Republic of the Congo', 'DR Congo', 'DRC'],
  ['CF', 'Central African Republic'],
  ['CG', 'Congo - Brazzaville', 'Republic of the Congo', 'Congo'],
  ['CI', 'Côte d’Ivoire', "Côte d'Ivoire", 'Ivory Coast'],
  ['CK', 'Cook Islands'],
  ['CM', 'Cameroon'],
  ['CW', 'Curaçao'],
  ['DJ', 'Djibouti'],
  ['DM', 'Dominica'],
  ['ER', 'Eritrea'],
  ['FJ', 'Fiji'],
  ['GA', 'Gabon'],
  ['GD', 'Grenada'],
  ['GH', 'Ghana'],
  ['GM', 'Gambia', 'The Gambia'],
  ['GQ', 'Equatorial Guinea'],
  ['GY', 'Guyana'],
  ['HK', 'Hong Kong SAR China', 'Hong Kong', 'Hong Kong SAR'],
  ['IE', 'Ireland', 'Republic of Ireland', 'Eire'],
  ['JM', 'Jamaica'],
  ['KI', 'Kiribati'],
  ['KM', 'Comoros'],
  ['KN', 'St. Kitts & Nevis', 'Saint Kitts and Nevis', 'St Kitts and Nevis'],
  ['LC', 'St. Lucia', 'Saint Lucia', 'St Lucia'],
  ['LY', 'Libya'],
  ['ML', 'Mali'],
  ['MO', 'Macao SAR China', 'Macao', 'Macau'],
  ['MR', 'Mauritania'],
  ['MS', 'Montserrat'],
  ['MW', 'Malawi'],
  ['NR', 'Nauru'],
  ['NU', 'Niue'],
  ['PA', 'Panama'],
  ['PS', 'Palestinian Territories', 'Palestine'],
  ['QA', 'Qatar'],
  ['RW', 'Rwanda'],
  ['SB', 'Solomon Islands'],
  ['SC', 'Seychelles'],
  ['SL', 'Sierra Leone'],
  ['SR', 'Suriname'],
  ['SS', 'South Sudan'],
  ['ST', 'São Tomé & Príncipe', 'São Tomé and Príncipe'],
  ['SX', 'Sint Maarten'],
  ['SY', 'Syria'],
  ['TD', 'Chad'],
  ['TG', 'Togo'],
  ['TK', 'Tokelau'],
  ['TL', 'Timor-Leste', 'East Timor'],
  ['TO', 'Tonga'],
  ['TT', 'Trinidad & Tobago', 'Trinidad and Tobago', 'Trinidad'],
  ['TV', 'Tuvalu'],
  ['UG', 'Uganda'],
  ['VU', 'Vanuatu'],
  ['WS', 'Samoa'],
  ['YE', 'Yemen'],
  ['ZW', 'Zimbabwe'],
]

const namedWithoutCode: ReadonlySet<string> = new Set(WITHOUT_POSTAL_CODE.flat().map(plainName))
