import type { z } from 'zod'
import type { ShareContact } from '../../model/parts.ts'
import { Contact, phoneNumber } from '../../model/values.ts'
import { escapeListEntry, unescapeField } from '../fields.ts'
import type { MarkerReader } from '../marker-reader.ts'
import { readShareHead, readUrl } from '../marker-values.ts'
import {
  isNonBlank,
  type MarkerEntry,
  printHead,
  printKnownRow,
  printMarker,
  readCommaList,
  readKnownRows,
  readRowText,
  truncateForNote,
} from '../rows.ts'
import type { MarkerKind } from './kind.ts'

const keys = ['phone', 'phones', 'email', 'emails', 'url', 'organization', 'prompt'] as const
const repeated = ['phone', 'phones', 'email', 'emails'] as const
type Rows = Map<(typeof keys)[number], MarkerEntry[]>

const emailAddress = Contact.shape.emails.unwrap().element

/**
 * `[[share.contact | name`, rows `phone`, `email` (one or several, comma-separated or repeated), `url`, `organization`,
 * `prompt`.
 */
export const shareContactMarker: MarkerKind = {
  name: 'share.contact',
  takesId: true,
  rows: 'always',
  head: ['name'],
  read(marker, reader) {
    const rows = readKnownRows(marker, reader, keys, repeated)
    const name = unescapeField(marker.fields[0] ?? '')
    if (!isNonBlank(name)) reader.problem('aml.field.missing', 'This contact needs a name: [[share.contact | Name')
    const phones = readEach(rows, ['phone', 'phones'], { schema: phoneNumber, what: 'telephone number' }, reader)
    const emails = readEach(rows, ['email', 'emails'], { schema: emailAddress, what: 'email address' }, reader)
    const [address, organization] = [readRowText(rows, 'url'), readRowText(rows, 'organization')]
    const url = address && readUrl(address, reader, rows.get('url')?.[0]?.at ?? reader.at)
    const contact = {
      name,
      ...(phones.length > 0 && { phones }),
      ...(emails.length > 0 && { emails }),
      ...(url && { url }),
      ...(organization && { organization }),
    }
    return {
      parts: [{ type: 'share.contact', ...readShareHead(marker, reader, readRowText(rows, 'prompt')), contact }],
    }
  },
  part: 'share.contact',
  print: ({ intentId, prompt, contact }: ShareContact) =>
    printMarker(printHead('share.contact', intentId, [contact.name]), [
      ...printKnownRow('prompt', prompt),
      ...(contact.phones ?? []).map((phone) => `phone = ${escapeListEntry(phone)}`),
      ...(contact.emails ?? []).map((email) => `email = ${escapeListEntry(email)}`),
      ...printKnownRow('url', contact.url),
      ...printKnownRow('organization', contact.organization),
    ]),
}

type Expected = { schema: z.ZodType<string>; what: string }

/** Returns values in row order, whichever of the row keys (singular or plural) they use. */
function readEach(rows: Rows, words: readonly (typeof repeated)[number][], expected: Expected, reader: MarkerReader) {
  const entries = words.flatMap((word) => rows.get(word) ?? []).sort((one, other) => one.at.line - other.at.line)
  return readCommaList(entries).map(({ at, text }) => {
    if (!expected.schema.safeParse(text).success) {
      reader.problem('aml.row.invalid', `“${truncateForNote(text)}” is not a valid ${expected.what}`, at)
    }
    return text
  })
}
