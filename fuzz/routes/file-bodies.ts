import type { Random } from '../random.ts'
import { hostileTexts } from './hostile.ts'

/** Bodies that are not JSON: CSV, YAML, and forms. */

export function generateCsv(random: Random): string {
  const columns = [
    'fullName',
    'phone',
    'email',
    'tags',
    'consent',
    'customFields.plan',
    'status',
    'Full Name',
    ...hostileTexts,
  ]
  const width = 1 + random.nextInt(5)
  const buildRow = (values: readonly string[]) =>
    Array.from({ length: width }, () => formatCell(random.pick(values), random)).join(
      random.pick([',', ',', ',', ';', '\t']),
    )
  const cells = [
    'A Person',
    '+12025550143',
    'a@example.com',
    'fair;newsletter',
    'granted',
    'basic',
    'plus',
    ...hostileTexts,
  ]
  const lines = [
    buildRow(random.nextBoolean(0.8) ? columns.slice(0, 7) : columns),
    ...Array.from({ length: random.nextInt(6) }, () => buildRow(cells)),
  ]
  return (random.nextBoolean(0.1) ? '\ufeff' : '') + lines.join(random.pick(['\n', '\r\n', '\r']))
}

function formatCell(text: string, random: Random): string {
  if (random.nextBoolean(0.05)) return `"${text}`
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const yamlTraps: readonly string[] = [
  'a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c]',
  'a: &a\n  b: *a',
  'exportVersion: 1\nexportVersion: 1',
  'exportVersion: 1\n<<: {agent: {name: x}}',
  'exportVersion: !!js/function "x"',
  'exportVersion: 1\nagent: {name: no, description: +14155550100}',
  '- '.repeat(5_000),
  '{'.repeat(2_000),
  'a:\n\t- b',
  '%YAML 1.1\n---\n---\n...',
  '? [a, b]\n: c',
  'a: !!binary "////"\nb: !!set {x, y}\nc: 0o17\nd: .nan\ne: 1e400',
  '"\\x00": 1',
  '__proto__: {polluted: true}',
  'exportVersion: 1\nagent:\n  name: >+\n\n   x\n',
  '\u0000',
]

/** JSON is YAML; so is much unintended input. */
export function generateYaml(value: unknown, random: Random): string {
  const text = JSON.stringify(value) ?? 'null'
  if (random.nextBoolean(0.6)) return text
  return random.nextBoolean(0.5)
    ? random.pick(yamlTraps)
    : `${text.slice(0, random.nextInt(text.length))}\n${random.pick(yamlTraps)}`
}

export const formBoundary = 'fuzz-boundary'

const pngHead =
  '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000\u0000\u0001\u0000\u0000\u0000\u0001\u0008\u0002\u0000\u0000\u0000'
const fileContents = [
  pngHead,
  '%PDF-1.4\n%%EOF',
  '<svg onload="alert(1)"/>',
  '<html><body>Hello',
  '',
  'plain words',
  '\u0000\u0001\u0002',
  'GIF89a',
  '# Title\n\nText',
]
const contentTypes = [
  'image/png',
  'application/pdf',
  'image/svg+xml',
  'text/html',
  'text/plain',
  '',
  'x',
  'text/markdown',
  'image/gif; x="',
]

/** A form with a file and some fields, sometimes unterminated. Every character is one byte. */
export function generateForm(random: Random): string {
  const buildPart = (headers: string, body: string) => `--${formBoundary}\r\n${headers}\r\n\r\n${body}\r\n`
  const pickFileName = () => random.pick(['logo.png', 'a.pdf', '../../x', 'con', '', 'a"b', 'x'.repeat(300), 'é.txt'])
  const file = buildPart(
    `content-disposition: form-data; name="${random.pick(['file', 'file', 'file', 'other', '__proto__'])}"; filename="${pickFileName()}"\r\ncontent-type: ${random.pick(contentTypes)}`,
    random.pick(fileContents),
  )
  const textField = buildPart(
    `content-disposition: form-data; name="${random.pick(['name', 'kind', 'file', '__proto__', ''])}"`,
    random.pick(['x', 'file', 'text']),
  )
  const closingBoundary = random.nextBoolean(0.8) ? `--${formBoundary}--\r\n` : ''
  return (
    [file, ...(random.nextBoolean(0.5) ? [textField] : []), ...(random.nextBoolean(0.1) ? [file] : [])].join('') +
    closingBoundary
  )
}
