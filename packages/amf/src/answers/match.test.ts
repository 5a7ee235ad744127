import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import type { OpenIntent, OpenOption } from './intent.ts'
import { matchAnswer } from './match.ts'
import { normalizeText } from './normalize-text.ts'

type Ask = Partial<OpenIntent> & { labels?: string[]; numbers?: 'shown' | 'unseen' }

function ask({ labels = [], numbers, ...rest }: Ask): OpenIntent {
  const options = labels.map((label, at): OpenOption => {
    const number = numbers ? { number: at + 1, numberShown: numbers === 'shown' } : {}
    return { id: `opt-${at + 1}`, label, ...number }
  })
  return { intent: 'ask.choice', intentId: 'q', messageId: 'm1', options, ...rest }
}

const answerOf = (reply: string, ...intents: OpenIntent[]) =>
  matchAnswer(reply, intents)
    ?.options.map(({ label }) => label)
    .join(' + ')

/** Each row: the title, the options, and what each reply answers (undefined: it stays a message). */
type Row = [title: string, question: Ask | Ask[], replies: Record<string, string | undefined>]

const drinks = ['Tea with milk', 'Tea', 'Tea with lemon']
const clothes = ['Red wool scarf', 'Blue cotton hat']
const colours = ['Red', 'Green', 'Blue']

function table(about: string, rows: Row[]): void {
  for (const [title, question, replies] of rows) {
    test(`${about}: ${title}`, () => {
      const intents = [question].flat().map(ask)
      for (const [reply, answer] of Object.entries(replies))
        assert.equal(answerOf(reply, ...intents), answer, `to ${JSON.stringify(reply)}`)
    })
  }
}

table('a number', [
  [
    'takes the option in its place, however it is written',
    { labels: colours },
    { '2': 'Green', ' 2 ': 'Green', '2.': 'Green', '2)': 'Green', '(2)': 'Green', '#2': 'Green', '2️⃣': 'Green' },
  ],
  [
    'may be written in the digits of any script',
    { labels: colours },
    { '２': 'Green', '٢': 'Green', '۲': 'Green', '२': 'Green', '২': 'Green', '๒': 'Green', '𝟐': 'Green', '②': 'Green' },
  ],
  [
    'reaches beyond nine',
    { labels: Array.from({ length: 12 }, (_, at) => `L${at + 1}`) },
    { '🔟': 'L10', '12': 'L12' },
  ],
  [
    'that is not in the list, or does not stand alone, stays a message',
    { labels: colours },
    {
      '4': undefined,
      '0': undefined,
      '22': undefined,
      '-1': undefined,
      '−1': undefined,
      '+1': undefined,
      '1.5': undefined,
      '02': undefined,
      '1/2': undefined,
      '2 kids': undefined,
      'I have 2 kids': undefined,
      '99999999999999999999999': undefined,
    },
  ],
  [
    'wins over a word of a label',
    { labels: ['Table for 2', 'Table for 4'] },
    { '2': 'Table for 4', '4': 'Table for 4' },
  ],
  [
    'that was not seen gives way to a label',
    { labels: ['2', '3', '4'], numbers: 'unseen' },
    { '3': '3', '2': '2', '4': '4', '1': '2' },
  ],
  ['of a place that was not seen gives way to a label', { labels: ['2', '3', '4'] }, { '3': '3', '1': '2' }],
  [
    'that was seen, and is the label of another option, is unsure',
    { labels: ['2', '3', '3 of them', '4'], numbers: 'shown' },
    { '3': undefined, '2': undefined, '4': '4', '1': '2' },
  ],
  [
    'counts by the numbers given, not by place, where any is given',
    {
      options: [
        { id: 'a', label: 'Red' },
        { id: 'b', label: 'Blue', number: 7, numberShown: true },
      ],
    },
    { '7': 'Blue', '1': undefined, '2': undefined },
  ],
  [
    'is no answer to a confirm whose labels have none',
    { intent: 'confirm', labels: ['Go', 'Stop'] },
    { '1': undefined },
  ],
  [
    'that has no place where two lists stand in one message',
    [{ labels: colours }, { intentId: 'q2', labels: clothes }],
    { '1': undefined },
  ],
])

table('what names an option exactly', [
  ['its id, whatever the case', { labels: colours }, { 'opt-2': 'Green', ' OPT-2\n': 'Green', 'opt 2': undefined }],
  [
    'its label, whatever case and punctuation',
    { labels: colours },
    { green: 'Green', ' GREEN! ': 'Green', '"Green".': 'Green' },
  ],
  ['its label, before one that contains it', { labels: drinks }, { Tea: 'Tea', 'tea with milk': 'Tea with milk' }],
  ['never two: equal labels are unsure', { labels: ['Red', 'red', 'Blue'] }, { red: undefined, Blue: 'Blue' }],
  [
    'never two: an id that is the label of another is unsure',
    {
      options: [
        { id: 'b', label: 'A' },
        { id: 'a', label: 'B' },
      ],
    },
    { a: undefined, B: undefined },
  ],
  ['a label that is only punctuation', { labels: ['…', '?', 'More'] }, { '…': '…', ' ? ': '?', '!': undefined }],
  ['a label that is only an emoji', { labels: ['👍', '👎'] }, { '👍': '👍', '👎\ufe0f': '👎', '🤷': undefined }],
])

table('the same in another writing', [
  ['accents', { labels: ['cafe', 'bar'] }, { CAFÉ: 'cafe', 'cafe\u0301': 'cafe' }],
  ['sharp s and ligatures', { labels: ['Große Straße', 'ﬁne'] }, { 'GROSSE STRASSE': 'Große Straße', fine: 'ﬁne' }],
  [
    'Turkish letters',
    { labels: ['İstanbul', 'Isparta'] },
    { istanbul: 'İstanbul', İSTANBUL: 'İstanbul', isparta: 'Isparta' },
  ],
  [
    'apostrophes',
    { labels: ["Don't know", 'Know'] },
    { 'dont know': "Don't know", 'don’t know': "Don't know", 'don´t know': "Don't know" },
  ],
  [
    'width and spaces',
    { labels: ['Room 12', 'Bar'] },
    { 'Ｒｏｏｍ\u3000１２': 'Room 12', 'room\u00a0\u00a012': 'Room 12' },
  ],
  ['invisible marks', { labels: ['Blue ❤️', 'Red'] }, { '\u200eblue ❤\u200b': 'Blue ❤️' }],
  ['digits of another script', { labels: ['Table 12', 'Bar'] }, { 'table ١٢': 'Table 12' }],
  ['vowel signs stay distinct', { labels: ['कि', 'की', 'का'] }, { कि: 'कि', की: 'की', क: undefined }],
  ['Thai and Hebrew marks stay distinct', { labels: ['ปา', 'ป่า', 'שָׁלוֹם'] }, { ปา: 'ปา', ป่า: 'ป่า', שלום: undefined }],
  ['Hangul, composed or not', { labels: ['한국어', '영어'] }, { ['한국어'.normalize('NFD')]: '한국어' }],
  ['flags stay distinct', { labels: ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇩🇪'] }, { '🏴󠁧󠁢󠁳󠁣󠁴󠁿': '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴': undefined }],
])

const yesNo = {
  intent: 'confirm',
  options: [
    { id: 'yes', label: 'Book it', words: ['YES', 'Ja', 'はい'] },
    { id: 'no', label: 'Forget it', words: ['NO', 'Nein', 'いいえ'] },
  ],
}
const single = { options: [{ id: 's', label: 'Tuesday, 3 pm', words: ['YES'] }] }

table('words', [
  [
    'say yes or no to a confirm',
    yesNo,
    { YES: 'Book it', 'yes!': 'Book it', no: 'Forget it', ja: 'Book it', Nein: 'Forget it', はい: 'Book it' },
  ],
  ['a confirm is answered by its labels too', yesNo, { 'book it': 'Book it', 'Forget it.': 'Forget it' }],
  ['text next to a yes is not interpreted here', yesNo, { 'yes and no': undefined, 'yes but later': undefined }],
  ['YES takes a lone option', single, { yes: 'Tuesday, 3 pm', no: undefined }],
  [
    'nothing but a symbol takes a lone option',
    single,
    { '👍': undefined, '...': undefined, '?': undefined, '': undefined, ' ': undefined },
  ],
  ['YES to two questions of one message is unsure', [yesNo, { ...single, intentId: 'q2' }], { yes: undefined }],
])

table('a label inside the reply', [
  [
    'is taken',
    { labels: colours },
    { 'the green one please': 'Green', 'Green, thanks!': 'Green', bluegreen: undefined },
  ],
  [
    'is the longer one where one lies in the other',
    { labels: drinks },
    { 'I would like tea with milk': 'Tea with milk', 'a tea please': 'Tea', 'tea with nothing': undefined },
  ],
  [
    'is unsure where two stand apart',
    { labels: [...colours, ...drinks] },
    { 'red or blue': undefined, 'tea or tea with milk': undefined, 'green and a tea': undefined },
  ],
  ['is unsure where two overlap', { labels: ['red wool', 'wool scarf'] }, { 'a red wool scarf': undefined }],
  [
    'is unsure where the reply says no',
    { labels: ['Small', 'Large'] },
    {
      'not the small one': undefined,
      "I don't want small": undefined,
      'I dont want small': undefined,
      'anything but small': undefined,
      'never small': undefined,
      'everything except small': undefined,
      'small isn’t right': undefined,
      'nicht small': undefined,
      'the small one': 'Small',
    },
  ],
  [
    'is taken where the no is its own',
    { labels: ['No sugar', 'Sugar'] },
    { 'no sugar please': 'No sugar', 'not no sugar': undefined, 'sugar, no milk': undefined },
  ],
  [
    'is not half a number',
    { labels: ['10', '$5'] },
    { 'at 10:30': undefined, 'for $5.50': undefined, 'at 10 then': '10' },
  ],
])

table('a label that the person only mentions', [
  [
    'is not chosen by a question for information about it',
    { labels: ['Thursday', 'Friday'] },
    {
      'Is Thursday a holiday?': undefined,
      'When is the Friday tour??': undefined,
      'Can I have Friday, please?': 'Friday',
      'How about Thursday?': 'Thursday',
      '¿Cuándo es la ruta del Friday?': undefined,
      'Thursday?': 'Thursday',
      'maybe Thursday?': 'Thursday',
      'I think Friday works best for me': 'Friday',
    },
  ],
  [
    'is not chosen by a comparison, or by saying that one does not know',
    { labels: ['No', 'Small'] },
    { 'smaller than small': undefined, 'no sé': undefined, 'no idea': undefined, 'no thanks': 'No' },
  ],
  [
    'is not chosen by telling what happened',
    { labels: ['Card', 'Terrace'] },
    {
      'I lost card and keys': undefined,
      'we sat on the terrace last time': undefined,
      'We stayed at Terrace in May': undefined,
      'I wanted the terrace': 'Terrace',
      'ayer hice terrace': undefined,
    },
  ],
  [
    'is not chosen by speaking of something that they own',
    { labels: ['Phone', 'To my home'] },
    { 'my phone is off': undefined, 'to my home please': 'To my home', 'the phone is best': 'Phone' },
  ],
  [
    'is not chosen by wanting more than the option',
    { labels: ['Cleaning', 'Toothache'] },
    {
      'cleaning and a checkup': undefined,
      'a checkup and cleaning': undefined,
      'cleaning, and thank you': 'Cleaning',
      'yes and cleaning please': 'Cleaning',
      'cleaning and': 'Cleaning',
    },
  ],
  [
    'is not chosen by a question to do something else',
    { labels: ['Friday', 'Suite'] },
    {
      'Can I bring a friend on Friday?': undefined,
      'can you call me about the suite?': undefined,
      'could we book the suite?': 'Suite',
      'kann ich den Hund in die Suite mitnehmen?': undefined,
      'können wir die Suite buchen?': 'Suite',
      '¿puedo reservar la suite?': 'Suite',
      'je peux amener mon chien dans la suite ?': undefined,
      'pouvez-vous me donner la suite ?': 'Suite',
    },
  ],
])

table('words of one label alone', [
  [
    'take it',
    { labels: clothes },
    { 'cotton hat': 'Blue cotton hat', wool: 'Red wool scarf', 'hat Blue': 'Blue cotton hat' },
  ],
  ['are unsure when they are of two', { labels: clothes }, { 'Red hat': undefined, 'green hat': undefined }],
  [
    'are unsure when both labels have them',
    { labels: ['Big hat', 'Small hat'] },
    { hat: undefined, small: 'Small hat' },
  ],
  ['can be the hour', { labels: ['10:00 AM', '11:00 AM'] }, { '10': '10:00 AM', '11 am': '11:00 AM', am: undefined }],
  ['need a letter or digit', { labels: ['Love ❤️ it', 'Hate it'] }, { '❤️': undefined }],
])

table('several at once', [
  [
    'are taken where several may be, in the order of the options, each once',
    { labels: colours, multiple: true },
    {
      '1, 3': 'Red + Blue',
      '3 1': 'Red + Blue',
      '1 and 3': 'Red + Blue',
      'blue; RED': 'Red + Blue',
      'Red/Blue': 'Red + Blue',
      'Red + Blue': 'Red + Blue',
      'Red & Blue': 'Red + Blue',
      'Red\nBlue': 'Red + Blue',
      'Red, Green, and Blue': 'Red + Green + Blue',
      'rot und Blue': undefined,
      'Red und Blue': 'Red + Blue',
      '1, 1, red': 'Red',
      '(1) #3': 'Red + Blue',
      'opt-1, opt-2': 'Red + Green',
      '１、３': 'Red + Blue',
      '2': 'Green',
      'the red one': 'Red',
    },
  ],
  [
    'may have labels with and, or with a slash, in them',
    { labels: ['Salt and pepper', 'AC/DC', 'Salt', 'Chips'], multiple: true },
    {
      'salt and pepper': 'Salt and pepper',
      'Salt and pepper, Chips': 'Salt and pepper + Chips',
      'chips, AC/DC': 'AC/DC + Chips',
      'Chips and Salt': 'Salt + Chips',
    },
  ],
  [
    'all have to be known',
    { labels: colours, multiple: true },
    { '1, 4': undefined, 'Red, pink': 'Red', '1 2 kids': undefined },
  ],
  ['are unsure where one may be', { labels: colours }, { '1, 3': undefined, 'Red, Blue': undefined }],
  ['are unsure when one of them is', { labels: ['Red', 'red', 'Blue'], multiple: true }, { 'Red, Blue': undefined }],
])

test('a reply is matched against the newest message first', () => {
  const newer = ask({ messageId: 'new', labels: ['Blue', 'Black'] })
  const older = ask({ messageId: 'old', labels: ['Blue', 'White'] })
  assert.equal(matchAnswer('blue', [newer, older])?.intent, newer)
  assert.equal(matchAnswer('2', [newer, older])?.intent, newer)
})

test('a reply that the newest message does not match goes to the message before', () => {
  const newer = ask({ messageId: 'new', labels: ['Blue', 'Black'] })
  const older = ask({ messageId: 'old', labels: ['Red', 'White', 'Pink'] })
  assert.equal(matchAnswer('white', [newer, older])?.intent, older)
  assert.equal(matchAnswer('3', [newer, older])?.options[0]?.label, 'Pink')
})

test('a reply that is ambiguous in the newest message does not go to the message before', () => {
  const newer = ask({ messageId: 'new', labels: ['Big hat', 'Small hat'] })
  const older = ask({ messageId: 'old', labels: ['Hat', 'Scarf'] })
  assert.equal(matchAnswer('hat', [newer, older]), undefined)
})

test('the questions of one message form one pool with continuous numbers', () => {
  const choice = ask({ options: [{ id: 'a', label: 'Red', number: 1, numberShown: true }] })
  const chips = ask({
    intent: 'chips',
    intentId: 'chips',
    options: [{ id: 'b', label: 'Call me', number: 2, numberShown: true }],
  })
  assert.equal(matchAnswer('2', [choice, chips])?.intent, chips)
  assert.equal(matchAnswer('red', [chips, choice])?.intent, choice)
})

test('without an open question a reply answers nothing', () => {
  assert.equal(matchAnswer('1', []), undefined)
  assert.equal(matchAnswer('1', [ask({})]), undefined)
})

const heavy: [what: string, reply: string, labels: (at: number) => string][] = [
  ['one endless word', 'x'.repeat(1_000_000), (at) => `${'x'.repeat(2000)}${at}`],
  ['the same word again and again', 'a '.repeat(500_000), (at) => 'a '.repeat(at + 1)],
  ['numbers and commas', '1,'.repeat(500_000), (at) => `${'1,'.repeat(1000)}${at}`],
  ['and and and', 'and '.repeat(250_000), (at) => `${'and '.repeat(200)}${at}`],
  ['labels that nearly fit', `${'a '.repeat(300)}b `.repeat(1600), (at) => `${'a '.repeat(300)}c${at}`],
  ['apostrophes', "a'".repeat(500_000), (at) => `${"a'".repeat(1000)}${at}`],
  ['accents', `e${'\u0301'.repeat(999_999)}`, (at) => `e${'\u0301'.repeat(1000)}${at}`],
  [
    'accents out of order',
    `e${'\u0301'.repeat(500_000)}${'\u0316'.repeat(500_000)}`,
    (at) => `${at}${'\u0301'.repeat(1000)}${'\u0316'.repeat(1000)}`,
  ],
  ['spaces', `a${' '.repeat(1_000_000)}b`, (at) => `a${' '.repeat(1000)}${at}`],
]
for (const [what, reply, labels] of heavy) {
  test(`a reply of a megabyte is matched to a thousand long options in time: ${what}`, { timeout: 20_000 }, () => {
    const question = ask({ multiple: true, labels: Array.from({ length: 1000 }, (_, at) => labels(at)) })
    assert.doesNotThrow(() => matchAnswer(reply, [question]))
  })
}

const word = fc.constantFrom(
  'tea',
  'Tea',
  'milk',
  'with',
  'é',
  'e',
  '2',
  '3',
  'no',
  'not',
  '?',
  '👍',
  'कि',
  'ﬁ',
  "don't",
  '-1',
)
const text = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
  fc.string({ minLength: 1, maxLength: 8, unit: 'binary' }),
)
const option = (at: number, numbers: 'shown' | 'unseen' | undefined, label: string): OpenOption => ({
  id: `option ${at}`,
  label,
  ...(numbers && { number: at + 1, numberShown: numbers === 'shown' }),
})
const intent = (numbers: fc.Arbitrary<'shown' | 'unseen' | undefined>) =>
  fc
    .record({ labels: fc.array(text, { minLength: 1, maxLength: 5 }), numbers, multiple: fc.boolean() })
    .map(({ labels, numbers, multiple }) =>
      ask({ multiple, options: labels.map((label, at) => option(at, numbers, label)) }),
    )
const intents = intent(fc.constantFrom('shown', 'unseen', undefined))

test('any typed text is matched to an option of the question or to none', () => {
  fc.assert(
    fc.property(
      fc.oneof(text, fc.string({ unit: 'binary' })),
      fc.array(intents, { maxLength: 3 }),
      (reply, questions) => {
        const open = questions.map((each, at) => ({ ...each, messageId: `m${at % 2}` }))
        const answer = matchAnswer(reply, open)
        if (!answer) return
        assert.ok(open.includes(answer.intent))
        assert.ok(answer.options.length > 0)
        assert.ok(answer.options.every((each) => answer.intent.options.includes(each)))
        assert.equal(new Set(answer.options).size, answer.options.length)
        assert.ok(answer.options.length === 1 || answer.intent.multiple)
      },
    ),
    { numRuns: 2000 },
  )
})

test('the number shown selects its option, unless that number is the label of another', () => {
  fc.assert(
    fc.property(intent(fc.constant('shown')), (question) => {
      for (const each of question.options) {
        const number = String(each.number)
        const collides = question.options.some((other) => other !== each && normalizeText(other.label) === number)
        assert.deepEqual(matchAnswer(number, [question])?.options, collides ? undefined : [each])
      }
    }),
  )
})

test('a label selects its option if it is unique and not a number shown', () => {
  fc.assert(
    fc.property(intents, (question) => {
      const labels = question.options.map(({ label }) => normalizeText(label))
      for (const [at, each] of question.options.entries()) {
        if (labels.indexOf(labels[at] ?? '') !== labels.lastIndexOf(labels[at] ?? '')) continue
        if (each.label.trim() === '' || /^\d$/.test(labels[at] ?? '')) continue
        assert.deepEqual(matchAnswer(each.label, [question])?.options, [each])
      }
    }),
    { numRuns: 1000 },
  )
})

test('a reply with the separate labels of two options is never accepted', () => {
  const label = fc.array(fc.constantFrom('tea', 'milk', 'with', 'lemon', 'hot'), { minLength: 1, maxLength: 3 })
  const labels = fc.uniqueArray(
    label.map((words) => words.join(' ')),
    { minLength: 2, maxLength: 5 },
  )
  fc.assert(
    fc.property(labels, fc.constantFrom(' or ', ' ', ', ', ' maybe '), ([one = '', other = '', ...more], between) => {
      const reply = `${one}${between}${other}`
      const all = [one, other, ...more]
      // Together they may form, or be part of, a third label: then the reply names that one.
      if (all.some((each) => ` ${normalizeText(reply)} `.includes(` ${each} `) && each !== one && each !== other))
        return
      assert.equal(matchAnswer(reply, [ask({ labels: all })]), undefined)
    }),
    { numRuns: 2000 },
  )
})

test('normalizing a text twice equals normalizing it once', () => {
  fc.assert(fc.property(text, (value) => assert.equal(normalizeText(normalizeText(value)), normalizeText(value))))
})
