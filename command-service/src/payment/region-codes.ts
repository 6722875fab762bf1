import { plainName } from '@shop/language/address/parcel-needs'

/** TABLE: the names of regions for which PayPal needs the code ("`CA` and not `California`", `address_portable.admin_area_1`). */
const codes: Readonly<Record<string, string>> = {
  US: `Alabama AL, Alaska AK, American Samoa AS, Arizona AZ, Arkansas AR, California CA, Colorado CO, Connecticut CT, Delaware DE,
    District of Columbia DC, Washington DC DC, Florida FL, Georgia GA, Guam GU, Hawaii HI, Idaho ID, Illinois IL, Indiana IN, Iowa IA,
    Kansas KS, Kentucky KY, Louisiana LA, Maine ME, Maryland MD, Massachusetts MA, Michigan MI, Minnesota MN, Mississippi MS, Missouri MO,
    Montana MT, Nebraska NE, Nevada NV, New Hampshire NH, New Jersey NJ, New Mexico NM, New York NY, North Carolina NC, North Dakota ND,
    Northern Mariana Islands MP, Ohio OH, Oklahoma OK, Oregon OR, Pennsylvania PA, Puerto Rico PR, Rhode Island RI, South Carolina SC,
    South Dakota SD, Tennessee TN, Texas TX, Utah UT, Vermont VT, Virgin Islands VI, Virginia VA, Washington WA, West Virginia WV,
    Wisconsin WI, Wyoming WY`,
  CA: `Alberta AB, British Columbia BC, Manitoba MB, New Brunswick NB, Newfoundland and Labrador NL, Northwest Territories NT,
    Nova Scotia NS, Nunavut NU, Ontario ON, Prince Edward Island PE, Quebec QC, Saskatchewan SK, Yukon YT`,
}

const byName: Readonly<Record<string, ReadonlyMap<string, string>>> = Object.fromEntries(
  Object.entries(codes).map(([country, rows]) => [
    country,
    new Map(
      rows.split(',').flatMap((row): [string, string][] => {
        const [, name = '', code = ''] = /^(.+) (\w\w)$/s.exec(row.trim()) ?? []
        return [
          [plainName(name), code],
          [code.toLowerCase(), code],
        ]
      }),
    ),
  ]),
)

/** PayPal's code of a state or province if the code is known, or else the text that the buyer typed. */
export const regionOf = (country: string, written: string) => byName[country]?.get(plainName(written)) ?? written
