import { deflateSync } from 'node:zlib'

/** PDFs that are heavy, malformed, or hostile, created without a library: no library would write most of them. */

const stream = (bytes: Buffer | string, filter = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} ${filter} >>\nstream\n`),
    Buffer.from(bytes as string, 'latin1'),
    Buffer.from('\nendstream'),
  ])

/** Objects numbered from 1, with their cross-reference table; the first is the catalog. */
function buildPdf(objects: (Buffer | string)[]): Buffer<ArrayBuffer> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const objectBytes = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    offsets.push(at)
    at += objectBytes.length
    parts.push(objectBytes)
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

/** Each page has its own content stream; object 3 is the font. */
function buildDocument(pages: number, content: (page: number) => Buffer): Buffer<ArrayBuffer> {
  const numbers = Array.from({ length: pages }, (_, page) => 4 + 2 * page)
  const page = (number: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${number + 1} 0 R /Resources << /Font << /F 3 0 R >> >> >>`
  return buildPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number, at) => [page(number), content(at)]),
  ])
}

const lines = (page: number, count: number) =>
  Array.from({ length: count }, (_, n) => `(Line ${n} of page ${page} is about boats.) Tj 0 -12 Td`).join('\n')

export const hostilePdfs = {
  ofManyPages: () => buildDocument(2_500, (page) => stream(`BT /F 10 Tf 50 750 Td\n${lines(page, 100)}\nET`)),
  withDeepNesting: () =>
    buildDocument(1, () => stream(`BT /F 10 Tf ${'['.repeat(2_000_000)}${']'.repeat(2_000_000)} TJ ET`)),
  withDeepCatalog: () =>
    buildPdf([`<< /Type /Catalog /Pages ${'<< /Kids '.repeat(500_000)}${'>>'.repeat(500_000)} >>`]),
  thatUnpacksToGigabytes: () => {
    const compressed = deflateSync(deflateSync(Buffer.alloc(2 ** 28, ' '), { level: 9 }), { level: 9 })
    return buildDocument(20, () => stream(compressed, '/Filter [/FlateDecode /FlateDecode]'))
  },
  ofPagesInACircle: () =>
    buildPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 3000 /Kids [2 0 R 2 0 R 2 0 R] >>']),
  withoutTable: () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(19 * 2 ** 20, '1 0 obj << /A ')]),
  /** Quick to read: the page is a comment of 19 MB. */
  ofManyBytes: () => buildDocument(1, () => stream(Buffer.alloc(19 * 2 ** 20, '%'))),
} satisfies Record<string, () => Buffer<ArrayBuffer>>
