// data table
/** Strings that have broken programs before; each goes into every field that accepts text. */
export const hostileTexts: readonly string[] = [
  // Empty or nearly empty.
  ...['', ' ', '\t', '\n', '\u00a0', '\u200b', '\ufeff', '.', '..', '-', '_', '/', '\\', '|', '%', '"', "'", '`'],
  // Characters that PostgreSQL cannot store, and terminal control sequences.
  ...['\u0000', 'a\u0000b', '\ud800', '\udc00x', 'x\udbff', '\u0007', '\u001b[31mred', '\u007f', '\u0085', '\u2028'],
  // Right-to-left, joining, and combining characters, and ones where code points and graphemes differ.
  ...['\u202eabc', '\u2066x\u2069', 'e\u0301', '\u0301', '👩‍👩‍👧‍👦', '🏳️‍🌈', '😀'.repeat(50), 'ﬃ', 'İstanbul', 'ß', 'ﷺ'],
  ...['Ａｄｍｉｎ', 'а', '١٢٣', '½', 'Z̤͔ͧ̑̓ä͖̭̈̇lͮ̒ͫǧ̗͚̚o̙̔ͮ̇͐', '\u{10ffff}', '\ufffe'],
  // Properties of every object.
  ...['__proto__', 'constructor', 'prototype', 'constructor.prototype', 'toString', 'hasOwnProperty', 'valueOf'],
  ...['then', 'length', '__defineGetter__', 'toJSON', '$ref', '$where', '$gt'],
  // Injection into SQL, LDAP, and similar languages.
  ...["' or '1'='1", "'; drop table nothing; --", '1; select pg_sleep(9)', 'x\\', "x'||(1/0)||'", '%27', '*)(uid=*))'],
  ...['{{7*7}}', `\${7*7}`, '<%= 7*7 %>', '#{7*7}', '{person.firstName|', '{person.__proto__}', '{', '}', '[[', ']]'],
  ...['[[chips: a | b', '[[template: x]]', '[[things:]]', '<script>alert(1)</script>', '<svg onload=alert(1)>'],
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    '=cmd()',
    '@SUM(1)',
    '+1+1',
    '-1+1',
    '|calc',
    '$(id)',
    '`id`',
    '&& id',
  ],
  // Paths, URLs, and headers.
  ...['../../etc/passwd', '..%2f..%2fx', '%00', '%', '%zz', '%c0%af', 'file:///etc/passwd', 'con', 'x'.repeat(300)],
  ...['\r\nx-injected: y', 'a\r\nb', 'http://127.0.0.1:1/', 'https://[::1]/', 'http://169.254.169.254/', 'http://0/'],
  ...[
    'https://user:pass@example.com/',
    'https://example.com:99999/',
    'gopher://x/',
    '//example.com',
    'http:',
    'https://',
  ],
  ...[
    'a@b',
    '@',
    'a@b@c',
    '"a b"@example.com',
    'a@[127.0.0.1]',
    '@svc%2Fx',
    '@svc/tool.nothing',
    '+',
    '+0',
    '+999999999999999999',
  ],
  // Numbers and dates as text.
  ...[
    '0',
    '-1',
    '1e400',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '9007199254740993',
    '99999999999999999999',
    '٣',
    '1,5',
    '-0',
  ],
  ...['2030-02-30', '2030-01-01T00:00:00Z', '0000-00-00', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00.001Z'],
  ...['9999-12-31T23:59:59.999Z', '10000-01-01T00:00:00Z', '2030-01-01T24:00:00Z', '2030-01-01T00:00:60Z', '24:00'],
  ...['true', 'false', 'null', 'undefined', '[]', '{}', '[object Object]', 'no', 'on', '~'],
  // Regular expressions with catastrophic backtracking or syntax errors.
  ...['(a+)+$', '/(a+)+$/', '(?<=x)y', '(?=x)', '\\1', '(', '[', '/x/gg', '/(?:)/', 'a{99999}', '(?:a{1,999}){999}'],
  ...['UTC', 'Mars/Olympus', 'America/New_York', 'en-US', 'xx', 'USD', '#fff', '#12345'],
]

/** Long strings, for fields that may limit the length. */
export const longTexts: readonly string[] = [
  'x'.repeat(5_000),
  'é'.repeat(4_001),
  '👩‍👩‍👧‍👦'.repeat(500),
  'x '.repeat(60_000),
]

export const hostileNumbers: readonly number[] = [
  ...[0, -0, 1, -1, 2, 0.1, 1.5, -1.5, 99, 100, 101, 200, 201, 999, 1000, 1001, 65_535, 65_536],
  ...[2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324],
]
