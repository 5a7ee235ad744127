/** Bodies at the limits of routes, or beyond. */
import { hostilePdfs } from './pdfs.ts'

export type HeavyCallResult = { status: number; bytes: number; start: string }
export type HeavyCall = {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: keyof typeof heavyBodies
}

type Body = { type: string; bytes: string | Buffer<ArrayBuffer> }

const json = (bytes: string): Body => ({ type: 'application/json', bytes })
const yaml = (bytes: string): Body => ({ type: 'application/yaml', bytes })
const boundary = 'the-end-of-a-part'
const form = (file: Buffer): Body => ({
  type: `multipart/form-data; boundary=${boundary}`,
  bytes: Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="heavy.pdf"\r\ncontent-type: application/pdf\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]),
})
const base64 = (text: string) =>
  json(JSON.stringify({ kind: 'file', name: 'Heavy', contentType: 'application/pdf', text }))
const csv = (bytes: string): Body => ({ type: 'text/csv', bytes })
const mebibyte = 2 ** 20
const repeat = <T>(count: number, create: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => create(n))

const buildObjectsWithKeys = (objects: number, keys: number) =>
  `[${repeat(objects, (o) => `{${repeat(keys, (k) => `"key ${o} ${k}":1`)}}`)}]`

const texts = (count: number) => Object.fromEntries(repeat(count, (k) => [`Field ${k}`, `Value ${k}`]))
const buildThing = (n: number) => ({ id: `t${n}`, name: `Thing ${n}` })
/** As many Things as an agent may have, and nearly as many characters and values as a body may have. */
const thing = (n: number) => ({
  ...buildThing(n),
  description: 'A boat in the harbor. '.repeat(12),
  metadata: texts(20),
})
const collections = repeat(20, (n) => ({ id: `collection number ${n}`, name: `Collection ${n}` }))
const inCollections = (n: number) => ({ ...buildThing(n), collections: collections.map(({ id }) => id) })
const dials = repeat(4, (n) => ({ label: `Call ${n}`, kind: 'dial', phone: `+1 202 555 0${100 + n}` }))
const mapLink = (n: number) => `https://www.google.com/maps/place/Pier+${n}/@52.${n},13.${n},17z`
const withActions = (n: number) => ({ ...buildThing(n), imageUrl: `https://example.com/${n}.png`, actions: dials })

const fact = (n: number) => ({
  id: `fact-${n}`,
  question: `What about matter number ${n}?`,
  answer: `This is how it is with matter ${n}. `.repeat(12),
})
const thingsBody = (create: (n: number) => object, count = 10_000) =>
  json(JSON.stringify({ things: repeat(count, create) }))
const document = () => ({
  exportVersion: 1,
  capabilities: { knowledge: { things: repeat(9_000, thing), facts: repeat(1000, fact) } },
})

/** Parsing is not what takes time: the status is invalid, so that no person is written. */
const person = (n: number) =>
  `{"status":"old","fullName":"Person ${n}","email":"p${n}@example.com","phone":"+1202${1_000_000 + n}","tags":["a","b"]}`

export const heavyBodies = {
  ones: () => json(`[${'1,'.repeat(mebibyte - 2)}1]`),
  manyValues: () => json(`{"standingInstructions":[${'1,'.repeat(65_000)}1]}`),
  deep: () => json('['.repeat(2 * mebibyte - 10)),
  wideObject: () => json(`{${repeat(9_990, (n) => `"key ${n}":1`)}}`),
  tooWideObject: () => json(`{${repeat(100_000, (n) => `"key ${n}":1`)}}`),
  longText: () => json(`{"standingInstructions":["${'é'.repeat(mebibyte - 100)}"]}`),
  escapes: () => json(`{"standingInstructions":["${'\\u00e9'.repeat(340_000)}"]}`),
  wideDocument: () => json(`{"exportVersion":1,"guardrails":${buildObjectsWithKeys(1, 300_000)}}`),
  keysInDocument: () => json(`{"exportVersion":1,"rules":${buildObjectsWithKeys(300, 1_000)}}`),
  keysInYaml: () => yaml(`exportVersion: 1\nrules:\n${repeat(150_000, (n) => `  key ${n}: 1\n`).join('')}`),
  document: () => json(JSON.stringify(document())),
  collections: () => json(JSON.stringify({ collections })),
  things: () => thingsBody(thing),
  thingsOfTexts: () =>
    thingsBody((n) => ({ ...buildThing(n), description: 'A boat in the harbor. '.repeat(180) }), 1_950),
  thingsOfMetadata: () => thingsBody((n) => ({ ...buildThing(n), metadata: texts(50) }), 4_800),
  thingsInCollections: () => thingsBody(inCollections, 9_000),
  thingsInNoCollection: () =>
    thingsBody((n) => ({ ...buildThing(n), collections: repeat(20, (k) => `none ${k}`) }), 9_000),
  thingsWithActions: () => thingsBody(withActions),
  thingsWithMapLinks: () => thingsBody((n) => ({ ...buildThing(n), location: { address: mapLink(n) } })),
  facts: () => json(JSON.stringify({ facts: repeat(10_000, fact) })),
  factsCsv: () =>
    csv(
      `id,question,answer\n${repeat(10_000, (n) => `fact-${n},Is it so with ${n}?,${'It is like this now. '.repeat(20)}\n`).join('')}`,
    ),
  peopleJson: () => json(`{"people":[${repeat(50_000, person)}]}`),
  peopleOfManyKeys: () => json(`{"people":${buildObjectsWithKeys(60, 5_000)}}`),
  peopleCsv: () => csv(`id,fullName,email\n${repeat(4_000, (n) => `p${n},Person ${n},p${n}@example.com\n`).join('')}`),
  cells: () => csv(`fullName\n${','.repeat(8_000_000)}\nAda\n`),
  wideRows: () =>
    csv(`fullName,${repeat(499, (n) => `f${n}`)}\n${repeat(300, (n) => `Ada ${n},${'x,'.repeat(498)}x\n`).join('')}`),
  hugeCells: () => csv(`fullName,notes\n${repeat(30, (n) => `Ada ${n},"${'long '.repeat(190_000)}"\n`).join('')}`),
  unclosedQuote: () => csv(`fullName\n"${'a,\n'.repeat(700_000)}`),
  personIds: () => json(JSON.stringify({ ...campaign, audience: { personIds: repeat(50_000, (n) => `per_${n}`) } })),
  filter: () => json(JSON.stringify({ ...campaign, audience: { filter: { anyOf: repeat(80_000, () => ({})) } } })),
  testCase: () => json(JSON.stringify({ name: 'Case', directives: repeat(40_000, () => ({ say: 'Hello' })) })),
  aml: () =>
    json(JSON.stringify({ aml: '**bold** and [link](https://example.com) :: [[chips: a | b]]\n'.repeat(1_600) })),
  amlMarks: () => json(JSON.stringify({ aml: '[[*_`'.repeat(20_000) })),
  longAml: () => json(JSON.stringify({ aml: '[['.repeat(900_000) })),
  amlOpen: () => json(JSON.stringify({ aml: '[['.repeat(50_000) })),
  messages: () =>
    json(
      JSON.stringify({
        userId: 'nobody',
        messages: repeat(20, () => ({ type: 'text', text: 'long '.repeat(19_000) })),
      }),
    ),
  pages: () => json(JSON.stringify({ kind: 'text', name: 'Long', text: 'A sentence about boats. '.repeat(400_000) })),
  pdfOfManyPages: () => form(hostilePdfs.ofManyPages()),
  pdfWithDeepNesting: () => form(hostilePdfs.withDeepNesting()),
  pdfWithDeepCatalog: () => form(hostilePdfs.withDeepCatalog()),
  pdfThatUnpacksToGigabytes: () => form(hostilePdfs.thatUnpacksToGigabytes()),
  pdfOfPagesInACircle: () => form(hostilePdfs.ofPagesInACircle()),
  pdfWithoutTable: () => form(hostilePdfs.withoutTable()),
  pdfInBase64: () => base64(hostilePdfs.ofManyBytes().toString('base64')),
  pdfInSpaces: () => base64(`AAAA${' '.repeat(26 * mebibyte)}!`),
  pdfOfTooManyCharacters: () => base64('A'.repeat(27 * mebibyte)),
} satisfies Record<string, () => Body>

const campaign = { name: 'Spring', outreachId: 'none' }
