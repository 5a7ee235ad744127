import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { type ContentMessage, validateMessage } from '../../model/message.ts'
import { compile } from '../compile.ts'
import { printAml } from '../print.ts'
import { partGenerators } from '../testing/generators.ts'
import { markerKinds } from './index.ts'

/** Per marker: equivalent notations and their meaning. */
type Form = { means: unknown; written: string[] }

const url = 'https://example.com/a.png'
const place = { type: 'share.place', place: { name: 'Old Mill', address: '12 River Lane, Springfield' } }
const content = {
  template: (id: string) => (id === 'hello' ? 'Hello' : undefined),
  thing: (id: string) => (id === 'a' || id === 'b' ? { title: id } : undefined),
  collection: (id: string) => (id === 'a' ? [{ title: 'A' }] : undefined),
}

const forms: Record<string, Form[]> = {
  chips: [
    {
      means: [{ label: 'A' }, { label: 'B' }],
      written: [
        '[[chips: A | B]]',
        '[[ Chips:A|B ]]',
        '[[CHIPS A |\n B]]',
        '[[chips\n| A\n| B\n]]',
        '[[chips | A | B]]',
        '[[chips:\r\nA |\r\nB\r\n]]',
      ],
    },
    {
      means: [
        { label: 'Beta', value: 'beta = v' },
        { label: 'Site', kind: 'url', url: 'https://example.com/p?a=b&c=d' },
        { label: 'Call', kind: 'dial', phone: '+12025550100' },
      ],
      written: [
        '[[chips: Beta = beta = v | Site -> https://example.com/p?a=b&c=d | Call -> tel:+12025550100 ]]',
        '[[chips: Beta=beta = v|Site->https://example.com/p?a=b&c=d|Call->TEL: +12025550100]]',
      ],
    },
    {
      means: [{ label: 'a | b', value: 'c -> d' }, { label: '[x] = ]] \\ y\nz' }, { label: '#1' }],
      written: [
        '[[chips: a \\| b = c -\\> d | [x] \\= \\]] \\\\ y\\nz | #1]]',
        '[[chips: a \\| b = c \\-> d | \\[x\\] \\= \\]\\] \\ y\\nz | \\#1]]',
      ],
    },
    { means: [{ label: 'A' }, { label: 'B' }], written: ['[[chips: A | | B]]', '[[chips: A =| B |]]'] },
    {
      means: [{ label: 'S', kind: 'url', url: 'https://bücher.example:8080/x?y' }],
      written: ['[[chips: S -> bücher.example:8080/x?y]]'],
    },
  ],
  'ask.choice': [
    {
      means: {
        type: 'ask.choice',
        intentId: 'x',
        prompt: 'Which?',
        options: [
          { id: 'a', label: 'A' },
          { id: 'b', label: 'B', description: 'bee' },
        ],
      },
      written: [
        '[[ask.choice #x | Which?\na = A\nb = B ~ bee\n]]',
        '[[Ask.Choice#x|Which?\na=A\n\n  b  =  B  ~  bee ]]',
        '[[ask.choice: #x | Which?\r\n\r\na = A ~\r\nb = B ~ bee\r\n]]',
        '[[ask.choice # x: Which?\na = A\nb = B ~ bee ~ ~\n]]',
        '[[ask.choice #x Which?\na = A\nb = B ~ bee]]',
        '[[ask.choice #x\n| Which?\na = A\nb = B ~ bee\n]]',
        '[[ask.choice #x |\nWhich?\na = A\nb = B ~ bee\n]]',
        '[[ask.choice\n#x\nWhich?\na = A\nb = B ~ bee\n]]',
        '[[\nask.choice #x | Which?\na = A\nb = B ~ bee\n]]',
      ],
    },
    {
      means: {
        type: 'ask.choice',
        intentId: 'a|b',
        prompt: 'x | y',
        options: [{ id: 'k = 1', label: 'L ~ M ~5', mediaUrl: url }],
      },
      written: [`[[ask.choice #a\\|b | x \\| y\nk \\= 1 = L \\~ M ~5 ~ ~ ${url}\n]]`],
    },
  ],
  'ask.time': [
    {
      means: {
        type: 'ask.time',
        intentId: 'visit-7',
        prompt: 'When?',
        slots: [
          { id: 'a', start: { iso: '2027-03-04T09:30:00-05:00', tz: 'America/New_York' }, label: 'Morning' },
          { id: 'b', start: { iso: '2027-03-04T18:15-05:00', tz: 'Etc/GMT+5' } },
        ],
      },
      written: [
        '[[ask.time #visit-7 | When?\na = 2027-03-04T09:30:00-05:00[America/New_York] ~ Morning\nb = 2027-03-04T18:15-05:00\n]]',
        '[[ASK.TIME #visit-7 | When?\na = 2027-03-04 09:30:00 -0500 [America/New_York] ~ Morning\nb = 2027-03-04t18:15-05 ~\n]]',
      ],
    },
  ],
  'ask.location': [
    {
      means: { type: 'ask.location', intentId: 'l', prompt: 'Where are you?' },
      written: [
        '[[ask.location #l | Where are you?]]',
        '[[ask.location\n#l\n| Where\nare you? ]]',
        '[[Ask.Location: #l: Where are you?|]]',
      ],
    },
  ],
  confirm: [
    {
      means: { type: 'confirm', intentId: 'c', prompt: 'Sure?', confirmLabel: 'Yes', denyLabel: 'No' },
      written: [
        '[[confirm #c | Sure? | Yes | No]]',
        '[[confirm #c | Sure?\n | Yes | No]]',
        '[[Confirm#c Sure?|Yes|No|]]',
        '[[confirm #c\n| Sure?\n| Yes\n| No\n]]',
        '[[confirm #c | Sure? |\r\nYes\r\n| No]]',
      ],
    },
    {
      means: { type: 'confirm', intentId: 'c', prompt: 'Sure?', denyLabel: 'No' },
      written: ['[[confirm #c | Sure? | | No]]'],
    },
    {
      means: {
        type: 'confirm',
        intentId: 'c',
        prompt: 'Sure = ok?',
        confirmLabel: 'Yes',
        summary: [
          { label: 'Day', value: 'Friday ~ noon' },
          { label: 'Who', value: '' },
        ],
      },
      written: [
        '[[confirm #c | Sure = ok? | Yes\nDay = Friday ~ noon\nWho =\n]]',
        '[[confirm #c | Sure = ok?\n| Yes\n\n Day=Friday ~ noon\nWho= ]]',
      ],
    },
  ],
  showcase: [
    {
      means: {
        type: 'showcase',
        intentId: 's',
        prompt: 'Look',
        items: [
          { id: 'a', title: 'A', description: 'd', mediaUrl: url },
          { id: 'b', title: 'B' },
        ],
      },
      written: [
        `[[showcase #s | Look\na = A ~ d ~ ${url}\nb = B\n]]`,
        `[[SHOWCASE #s Look\n\na=A ~ d ~ ${url}\n\nb=B]]`,
      ],
    },
  ],
  'share.event': [
    {
      means: {
        type: 'share.event',
        intentId: 'e',
        prompt: 'Come',
        event: {
          title: 'Party',
          start: { iso: '2027-03-04T09:30:00Z', tz: 'UTC' },
          end: { iso: '2027-03-04T10:30:00Z', tz: 'Europe/Berlin' },
          location: 'Here ~ there',
          description: 'Fun',
        },
      },
      written: [
        '[[share.event #e | Party\nprompt = Come\nstart = 2027-03-04T09:30:00Z\nend = 2027-03-04T10:30:00Z[Europe/Berlin]\nlocation = Here ~ there\ndescription = Fun\n]]',
        '[[Share.Event #e: Party\nDESCRIPTION = Fun\nEnd=2027-03-04 10:30:00z[Europe/Berlin]\nStart=2027-03-04 10:30:00 Z\nlocation=Here ~ there\nPrompt = Come ]]'.replace(
          'Start=2027-03-04 10',
          'Start=2027-03-04 09',
        ),
      ],
    },
  ],
  'share.place': [
    {
      means: place,
      written: [
        '[[share.place | Old Mill\naddress = 12 River Lane, Springfield\n]]',
        '[[share.place: Old Mill\n\nAddress=12 River Lane, Springfield]]',
        '[[share.place\n| Old Mill\naddress = 12 River Lane, Springfield\n]]',
        '[[share.place\nOld Mill\naddress = 12 River Lane, Springfield\n]]',
      ],
    },
    {
      means: { type: 'share.place', place: { latitude: -12.5, longitude: 0 } },
      written: ['[[share.place\nlatitude = -12.5\nlongitude = -0\n]]'],
    },
  ],
  'share.contact': [
    {
      means: {
        type: 'share.contact',
        contact: {
          name: 'Ada',
          phones: ['+12025550143', '+49 30 1234'],
          emails: ['a@b.c'],
          url: 'https://example.com/ada',
          organization: 'Engine Works',
        },
      },
      written: [
        '[[share.contact | Ada\nphone = +12025550143\nphone = +49 30 1234\nemail = a@b.c\nurl = https://example.com/ada\norganization = Engine Works\n]]',
        '[[share.contact: Ada\nphones = +12025550143, +49 30 1234,\nEmails = a@b.c\nurl = https://example.com/ada\norganization = Engine Works]]',
        '[[share.contact | Ada\nphones = +12025550143\norganization = Engine Works\nphone = +49 30 1234\nemail = a@b.c\nurl = https://example.com/ada\n]]',
      ],
    },
  ],
  media: [
    {
      means: { type: 'media', url },
      written: [`[[media: ${url}]]`, `[[media:${url}]]`, `[[MEDIA ${url} | | ]]`, `[[media |\n${url}\n]]`],
    },
    {
      means: { type: 'media', url, alt: 'a cat', caption: 'b' },
      written: [`[[media: ${url} | a cat | b]]`, `[[media: ${url} | a\n cat\n| b]]`],
    },
  ],
  card: [
    {
      means: {
        type: 'card',
        card: {
          title: 'Offer',
          description: 'Half',
          mediaUrl: url,
          chips: [{ label: 'Remind me' }, { label: 'Open', kind: 'url', url: 'https://example.com/shop' }],
        },
      },
      written: [
        `[[card: Offer\ndescription = Half\nimage = ${url}\nchips = Remind me | Open -> https://example.com/shop\n]]`,
        `[[Card | Offer\r\n\r\nChips=Remind me|Open->https://example.com/shop\r\nImage=${url}\r\ndescription=Half]]`,
        `[[card\nOffer\ndescription = Half\nimage = ${url}\nchips = Remind me | Open -> https://example.com/shop\n]]`,
      ],
    },
    {
      means: { type: 'card', card: { title: 'Offer' } },
      written: ['[[card: Offer]]', '[[card Offer]]', '[[card: Offer\nchips =\n]]'],
    },
    {
      means: { type: 'card', card: { mediaUrl: url } },
      written: [`[[card:\nimage = ${url}\n]]`, `[[card\nimage = ${url}\n]]`],
    },
  ],
  carousel: [
    {
      means: { type: 'carousel', cards: [{ title: 'One', description: 'd' }, { title: 'Two' }] },
      written: [
        '[[carousel\n[[card: One\ndescription = d\n]]\n[[card: Two\n]]\n]]',
        '[[Carousel: [[card One\ndescription = d ]][[CARD: Two]]]]',
        '[[ carousel |\r\n\r\n- [[card: One\r\ndescription = d\r\n]]\r\n- [[ card: Two ]]\r\n\r\n]]',
      ],
    },
  ],
  template: [
    {
      means: { type: 'text', text: 'Hello' },
      written: ['[[template: hello]]', '[[TEMPLATE hello ]]', '[[template |\nhello\n]]'],
    },
  ],
  things: [
    { means: { type: 'card', card: { title: 'a' } }, written: ['[[things: a]]', '[[Things a, ]]'] },
    {
      means: { type: 'carousel', cards: [{ title: 'a' }, { title: 'b' }] },
      written: ['[[things: a, b]]', '[[things: a,\n b]]', '[[things: a | b]]'],
    },
  ],
  collection: [
    { means: { type: 'carousel', cards: [{ title: 'A' }] }, written: ['[[collection: a]]', '[[ collection:a ]]'] },
  ],
}

for (const kind of markerKinds) {
  for (const { means, written } of forms[kind.name] ?? [{ means: 'a table of forms', written: [''] }]) {
    for (const aml of written) {
      test(`${kind.name}: ${JSON.stringify(aml)}`, () => {
        const { message, problems } = compile(aml, { content })
        assert.deepEqual(problems, [])
        assert.deepEqual(kind.name === 'chips' ? message.chips : message.parts[0], means)
        assert.equal(message.parts.length, kind.name === 'chips' ? 0 : 1)
      })
    }
  }
}

for (const [type, maker] of Object.entries(partGenerators)) {
  test(`every ${type} that AML can express is written and read back`, () => {
    fc.assert(
      fc.property(maker, (made) => {
        const valid = validateMessage({ spec: 'amf/1', parts: [made] })
        assert.ok('message' in valid)
        const message = valid.message as ContentMessage
        const { aml, unprintable } = printAml(message)
        assert.deepEqual(unprintable, [])
        assert.deepEqual(compile(aml), { message, warnings: [], problems: [] })
      }),
      { numRuns: 60 },
    )
  })
}

test('every part that a marker writes has a generator here', () => {
  const written = markerKinds.flatMap((kind) => kind.part ?? [])
  assert.deepEqual(written.sort(), Object.keys(partGenerators).sort())
})
