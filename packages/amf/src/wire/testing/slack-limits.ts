import {
  areUnique,
  atLeastOne,
  checkFor,
  expectText,
  getMember,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  listArrayEntries,
  optional,
  type PayloadNode,
  reportViolation,
} from './spot.ts'

/** Undocumented: Slack refuses messages of more than about 13,200 characters across all blocks. */
const wholeMaxLength = 12_000

/** Block Kit. */
export function slackLimits(payload: PayloadNode): void {
  const text = getMember(payload, 'text')
  expectText(text, { max: 4000 })
  if (/[<>]|&(?!amp;|lt;|gt;)/.test(String(text.value))) reportViolation(text, 'is not escaped')
  const blocks = listArrayEntries(getMember(payload, 'blocks'), { max: 50 })
  for (const block of blocks) checkFor(getMember(block, 'type'), blockChecks)(block)
  areUnique(found(getMember(payload, 'blocks'), 'action_id'), 'action_id')
  const whole = found(getMember(payload, 'blocks'), 'text').reduce((sum, { value }) => sum + String(value).length, 0)
  if (whole > wholeMaxLength)
    reportViolation(payload, `has ${whole} characters in its blocks, more than ${wholeMaxLength}`)
}

const blockChecks: Record<string, (block: PayloadNode) => void> = {
  section: (section) => textObject(getMember(section, 'text'), { kinds: ['mrkdwn'], max: 3000 }),
  image,
  card,
  carousel: (carousel) => {
    for (const element of listArrayEntries(getMember(carousel, 'elements'), { max: 10 })) card(element)
  },
  actions: (actions) => {
    for (const element of listArrayEntries(getMember(actions, 'elements'), { max: 25 })) interactiveElement(element)
  },
}

function image(spot: PayloadNode): void {
  isOneOf(getMember(spot, 'type'), ['image'])
  isFileUrl(getMember(spot, 'image_url'), 3000)
  expectText(getMember(spot, 'alt_text'), { max: 2000 })
}

function card(spot: PayloadNode): void {
  isOneOf(getMember(spot, 'type'), ['card'])
  atLeastOne(spot, ['hero_image', 'title', 'actions', 'body'])
  optional(getMember(spot, 'hero_image'), image)
  optional(getMember(spot, 'title'), (title) => textObject(title, { kinds: ['plain_text', 'mrkdwn'], max: 150 }))
  optional(getMember(spot, 'body'), (body) => textObject(body, { kinds: ['plain_text', 'mrkdwn'], max: 200 }))
  optional(getMember(spot, 'actions'), (list) => {
    for (const entry of listArrayEntries(list, { max: 3 })) button(entry)
  })
}

function interactiveElement(element: PayloadNode): void {
  isOneOf(getMember(element, 'type'), ['button', 'static_select'])
  if (getMember(element, 'type').value === 'button') button(element)
  if (getMember(element, 'type').value === 'static_select') staticSelect(element)
}

function button(element: PayloadNode): void {
  isOneOf(getMember(element, 'type'), ['button'])
  textObject(getMember(element, 'text'), { kinds: ['plain_text'], max: 75 })
  expectText(getMember(element, 'action_id'), { max: 255 })
  isPostback(getMember(element, 'value'))
  optional(getMember(element, 'url'), (url) => isLink(url, 3000))
}

function staticSelect(element: PayloadNode): void {
  expectText(getMember(element, 'action_id'), { max: 255 })
  textObject(getMember(element, 'placeholder'), { kinds: ['plain_text'], max: 150 })
  const options = listArrayEntries(getMember(element, 'options'), { max: 100 })
  for (const option of options) {
    textObject(getMember(option, 'text'), { kinds: ['plain_text'], max: 75 })
    expectText(getMember(option, 'value'), { max: 150 })
    const describe = (text: PayloadNode) => textObject(text, { kinds: ['plain_text'], max: 75 })
    optional(getMember(option, 'description'), describe)
  }
  areUnique(
    options.map((option) => getMember(option, 'value')),
    'value',
  )
}

function textObject(spot: PayloadNode, { kinds, max }: { kinds: readonly string[]; max: number }): void {
  isOneOf(getMember(spot, 'type'), kinds)
  expectText(getMember(spot, 'text'), { max })
}

/** Every string under that key, at any depth. */
function found(spot: PayloadNode, key: string): PayloadNode[] {
  const { value } = spot
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const inner = getMember(spot, name)
    return name === key && typeof inner.value === 'string' ? [inner] : found(inner, key)
  })
}
