import { X509Certificate } from 'node:crypto'

/** The certificates in a text in PEM. Throws if one of them cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  )
