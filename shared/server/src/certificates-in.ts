import { X509Certificate } from 'node:crypto'

/** The certificates of a text in PEM. Throws for a certificate that cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (block) => new X509Certificate(block),
  )
