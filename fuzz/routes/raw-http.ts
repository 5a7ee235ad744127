import type { Random } from '../random.ts'

/** Bytes and headers of requests that are not proper JSON over HTTP. */

export const unusualContentTypes: readonly string[] = [
  ...[
    '',
    ' ',
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;charset',
    'application/JSON',
    ' application/json',
  ],
  ...[
    'application/json\t',
    'application/json ; x=y',
    'application/json, text/plain',
    'application/jsonx',
    'application/x+json',
  ],
  ...[
    'application/vnd.api+json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=x',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'text/csv',
    'text/csv; charset=latin1',
    'application/yaml',
    'text/xml',
    '*/*',
    'x',
    '/',
  ],
  ...[
    'application/json; charset="utf-8"',
    'application/json; charset=utf-8; charset=utf-16',
    'application/octet-stream',
    'a'.repeat(300),
  ],
]

type BodyCorruption = (text: string, random: Random) => string

const bodyCorruptions: readonly BodyCorruption[] = [
  (text, random) => text.slice(0, random.nextInt(text.length + 1)),
  (text) => `\ufeff${text}`,
  (text) => `${text}${text}`,
  (text) => `${text},`,
  (text) => text.replace(/\d+/, '1e400'),
  (text) => text.replace(/"/, "'"),
  (text) => text.replace('{', '{"id":"one","id":"two",'),
  (text) => text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},'),
  (text) => text.replace('{', '{"\\u0000":1,"\\ud800":2,'),
  (_, random) => '['.repeat(random.pick([10, 1_000, 100_000])),
  () => '{"a":'.repeat(20_000),
  () => `[${'1,'.repeat(50_000)}1]`,
  () => '',
  () => ' ',
  () => 'null',
  () => '"text"',
  () => '0',
  () => 'NaN',
  () => '-',
  () => '\u0000',
]

export const corruptBody = (text: string, random: Random): string => random.pick(bodyCorruptions)(text, random)

/** Headers that a client may add to any request, valid or not. */
export const unusualHeaders: readonly (readonly [string, string])[] = [
  ['if-match', '*'],
  ['if-match', '"0"'],
  ['if-match', 'W/"0"'],
  ['if-match', '"'],
  ['if-match', '"a", "b", '.repeat(500)],
  ['if-none-match', '*'],
  ['if-none-match', '""'],
  ['idempotency-key', 'same'],
  ['idempotency-key', 'x'.repeat(201)],
  ['idempotency-key', 'ü'],
  ['accept', 'text/event-stream'],
  ['accept', 'application/xml;q=2, ,,;'],
  ['accept-language', 'xx-'.repeat(50)],
  ['content-encoding', 'gzip'],
  ['x-svc-agent', 'a/b/c'],
  ['x-svc-agent', '\u00ff'],
  ['x-forwarded-for', '1.2.3.4, ::1'],
  ['x-http-method-override', 'DELETE'],
  ['origin', 'https://evil.example.com'],
  ['range', 'bytes=0-'],
  ['expect', '200-ok'],
  ['cookie', 'a=b; __Host-x=%'],
]
