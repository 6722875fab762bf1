import type { ReactNode } from 'react'

/** A test computes both as these sentences say, from the file of the log alone (`computed-digests.slow.test.ts`). */
export const HowComputed = () => (
  <details className="mt-4 border-t border-raw pt-3">
    <summary className="cursor-pointer font-semibold">How the head is computed</summary>
    <div className="type-small mt-3 grid gap-2 text-rinse">
      <p>
        An auditor can compute the head and the digest from the file of the log alone. Take the events in the order of
        their positions, numbered from 1. Texts are in UTF-8, and JSON has no spaces, as <code>JSON.stringify</code>{' '}
        writes it. <code>data</code> and <code>metadata</code> are the texts that are stored.
      </p>
      <p>
        The head: for each event, join these six lines with line feeds, without one at the end. Before the first event,
        the head is an empty line. The next head is the SHA-256 of the text, in Base64url without padding.
      </p>
      <Form>{'head before\nnumber\nversion\n["stream","id","type"]\ndata\nmetadata'}</Form>
      <p>
        The digest of the events: for each event, write the 32 bytes of the digest before (32 zeros before the first
        event) and then this text. The next digest is the SHA-256 of both, in hexadecimal. <code>schemaVersion</code>{' '}
        and <code>recordedAt</code> are in the metadata.
      </p>
      <Form>{'[number,"stream",version,"id","type",schemaVersion,"recordedAt",data]'}</Form>
      <p>
        The <code>rangeDigest</code> of an exported file is this digest as of the export’s last event. It cannot be
        computed from the export, because an export has pseudonyms and no texts of people. The export’s own files are
        covered by the SHA-256 of each file in <code>manifest.json</code>, and by <code>manifest.sha256</code>, the
        SHA-256 of the manifest in hexadecimal.
      </p>
      <p>On KurrentDB, the shop computes both from the events in the store’s order, with data and metadata as JSON.</p>
    </div>
  </details>
)

const Form = ({ children }: { children: ReactNode }) => (
  <pre className="bg-chalk p-2 wrap-anywhere whitespace-pre-wrap">{children}</pre>
)
