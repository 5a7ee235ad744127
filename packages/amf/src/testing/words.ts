import fc from 'fast-check'
import { idPlaceholder, tokenPlaceholder } from './tokens.ts'

const plainPhrases = [
  'tea',
  'Tuesday',
  'large',
  'with milk',
  'room 12',
  'blue',
  'harbour view',
  'twice a day',
  'a',
  'Order',
]

/** Letters of many scripts that may be emphasized. */
const scripts = [
  'Grüße',
  'Straße',
  'naïve café',
  'e\u0301te\u0301',
  '日本語の文',
  '汉字',
  '한국어',
  'Привет',
  'Ёлка',
  'שלום',
  'مرحبا ١٢',
  'ภาษาไทย',
  'हिन्दी',
  'Ελληνικά',
  '𐐔𐐯𐑅𐐨𐑉𐐯𐐻',
  '𝓁𝒶𝓇𝑔𝑒',
  'İstanbul',
]

/** Characters that break naive escaping, templates, and counting. */
const markdownCharacters = [
  '👨‍👩‍👧‍👦',
  '🇩🇪🇯🇵',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '👍🏽',
  '❤️',
  '2️⃣',
  '“quoted”',
  '»so«',
  "it's",
  'R&B',
  '<5 kg>',
  '{{slot}}',
  '{ brace',
  'a=b',
  '50%',
  'no. #7',
  'x|y',
  'snake_case',
  '3 * 4',
  '~5',
  '$9',
  'a/b\\c',
  '[[x]]',
  '(so)',
  '…',
  '–',
]

const phrase = fc
  .array(fc.constantFrom(...plainPhrases, ...scripts, ...markdownCharacters), { maxLength: 5 })
  .map((words) => words.join(' '))

const withToken = (rest: string) => `${tokenPlaceholder} ${rest}`.trim()

/** A short label, often with special characters; sometimes longer than any channel's limit. */
export const label = fc.oneof(
  { weight: 6, arbitrary: phrase.map(withToken) },
  { weight: 1, arbitrary: fc.constant(tokenPlaceholder) },
  { weight: 2, arbitrary: phrase.map((words) => withToken(`${words} ${plainPhrases.join(' ')} ${words}`)) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 260 }).map((length) => withToken('長い題'.repeat(length / 3))) },
)

const sentences = fc.array(phrase.map(withToken), { minLength: 1, maxLength: 6 })

/** Plain text such as a prompt or a description: a few hundred characters, seldom thousands. */
export const anyProse = fc.oneof(
  { weight: 12, arbitrary: sentences.map((texts) => texts.join('. ')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(sentences, fc.integer({ min: 5, max: 25 }))
      .map(([texts, repeats]) =>
        Array.from({ length: repeats }, () => `${texts.join('. ')} ${plainPhrases.join(', ')}`).join('.\n'),
      ),
  },
)

const emphasizedText = fc.constantFrom(...plainPhrases, ...scripts).map(withToken)
const inline = fc.oneof(
  phrase.map(withToken),
  emphasizedText.map((words) => `**${words}**`),
  emphasizedText.map((words) => `*${words}*`),
  emphasizedText.map((words) => `_${words}_`),
  emphasizedText.map((words) => `~~${words}~~`),
  emphasizedText.map((words) => `**_${words}_**`),
  emphasizedText.map((words) => `[${words}](https://example.com/${tokenPlaceholder}?a=1&b=2)`),
)
const sentence = fc
  .array(inline, { minLength: 1, maxLength: 5 })
  .map((pieces) => `${tokenPlaceholder} ${pieces.join(' ')}`)
const items = fc.array(sentence, { minLength: 1, maxLength: 5 })
const block = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 1, arbitrary: items.map((texts) => texts.map((item) => `- ${item}`).join('\n')) },
  { weight: 1, arbitrary: items.map((texts) => texts.map((item, at) => `${at + 1}. ${item}`).join('\n')) },
)

const shortMarkdown = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => [tokenPlaceholder, ...blocks].join('\n\n'))

/** Long enough that every channel has to split it: between words, between lines, or inside one endless word. */
const longMarkdown = fc.oneof(
  fc
    .record({
      phrases: fc.array(phrase, { minLength: 3, maxLength: 8 }),
      lines: fc.integer({ min: 150, max: 260 }),
      separator: fc.constantFrom(' ', '. ', '\n', '\n\n'),
    })
    .map(({ phrases, lines, separator }) =>
      Array.from({ length: lines }, (_, at) =>
        withToken(`${phrases[at % phrases.length]} ${plainPhrases.join(' ')}`),
      ).join(separator),
    ),
  fc.constantFrom('ж', '漢', 'x', '👍').map((letter) => withToken(letter.repeat(4100))),
)

export const markdown = fc.oneof({ weight: 8, arbitrary: shortMarkdown }, { weight: 1, arbitrary: longMarkdown })

/** Optional text, sometimes empty. */
export const maybeEmpty = (text: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.constant('') })

export const identifier = fc
  .constantFrom('opt-', '', 'Größe ', 'a/b=', 'id:')
  .map((start) => `${start}${idPlaceholder}`)

export const anyWebAddress = fc
  .constantFrom('', '?q=a&b=c', '/path/to', '#here', '?name=caf%C3%A9')
  .map((rest) => `https://shop.example/${tokenPlaceholder}${rest}`)
