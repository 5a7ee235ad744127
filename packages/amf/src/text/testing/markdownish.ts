import fc from 'fast-check'

/** The vocabulary of the property tests. No fence with an info string and no link title: both are dropped. */
export const markdownTokens = [
  ...[
    '*',
    '**',
    '***',
    '_',
    '__',
    '~~',
    '~',
    '`',
    '``',
    '```',
    '[',
    ']',
    '![',
    '(',
    ')',
    '<',
    '>',
    '\\',
    '!',
    '"',
    '&',
  ],
  ...[
    '](https://example.com/a_b)',
    '](javascript:alert)',
    '](<https://x.test/(a>)',
    '](mailto:me@x.test)',
    '](',
    '](x)',
  ],
  ...['https://example.com/under_score*star', 'http://x.test/?q=1_2', '<https://x.test/a_b>', '<mailto:me@x.test>'],
  ...['\n', '\n\n', '\n\n\n', '\r\n', ' ', '  ', '\t', '\u00a0', '\n```\n', '\n~~~\n', '\n````\n', '\n  ```\n'],
  ...[
    '\n# ',
    '\n###### ',
    '\n- ',
    '\n* ',
    '\n+ ',
    '\n  - ',
    '\n1. ',
    '\n2) ',
    '\n> ',
    '\n---\n',
    '\n* * *\n',
    '\n| ',
    ' #',
  ],
  ...['word', 'other', 'Wort', 'mot.', 'end!', 'why?', 'a', '1', '-', '+', '#', '.', ',', ':', '://', 'https', '&amp;'],
  ...[
    '👩‍👩‍👧‍👦',
    '👍🏽',
    '🇩🇪',
    '😀',
    'שלום',
    'مرحبا',
    '中文',
    '日本語。',
    'é',
    'e\u0301',
    'क्षि',
    '한국',
    '\u200d',
    '\ud83d',
    '\udc00',
  ],
]

export const markdownish = fc
  .array(fc.constantFrom(...markdownTokens), { maxLength: 30 })
  .map((parts) => parts.join(''))

/** Any UTF-16 code units, including lone surrogates. */
export const anyUtf16 = fc
  .array(fc.oneof(fc.nat(0x7f), fc.nat(0xffff), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes))

/** Only emphasis markers, as dense as possible. */
export const denseEmphasis = fc
  .array(fc.constantFrom('*', '**', '_', '~~', 'a', 'b', ' ', '"', '`c`', '[', '](https://x.test)'), { maxLength: 16 })
  .map((parts) => parts.join(''))

export const anyMarkdown = fc.oneof(markdownish, denseEmphasis, anyUtf16, fc.string({ maxLength: 60 }))
