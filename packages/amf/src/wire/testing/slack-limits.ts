import {
  areUnique,
  atLeastOne,
  checkFor,
  entries,
  isFileUrl,
  isLink,
  isOneOf,
  isPostback,
  isText,
  member,
  optional,
  report,
  type Spot,
} from './spot.ts'

/** Undocumented: Slack refuses at about 13,200 characters across all blocks. */
const wholeMaxLength = 12_000

/** Block Kit. */
export function slackLimits(payload: Spot): void {
  const text = member(payload, 'text')
  isText(text, { max: 4000 })
  if (/[<>]|&(?!amp;|lt;|gt;)/.test(String(text.value))) report(text, 'is not escaped')
  const blocks = entries(member(payload, 'blocks'), { max: 50 })
  for (const block of blocks) checkFor(member(block, 'type'), blockChecks)(block)
  areUnique(found(member(payload, 'blocks'), 'action_id'), 'action_id')
  const whole = found(member(payload, 'blocks'), 'text').reduce((sum, { value }) => sum + String(value).length, 0)
  if (whole > wholeMaxLength) report(payload, `has ${whole} characters in its blocks, more than ${wholeMaxLength}`)
}

const blockChecks: Record<string, (block: Spot) => void> = {
  section: (section) => textObject(member(section, 'text'), { kinds: ['mrkdwn'], max: 3000 }),
  image,
  card,
  carousel: (carousel) => {
    for (const element of entries(member(carousel, 'elements'), { max: 10 })) card(element)
  },
  actions: (actions) => {
    for (const element of entries(member(actions, 'elements'), { max: 25 })) interactiveElement(element)
  },
}

function image(spot: Spot): void {
  isOneOf(member(spot, 'type'), ['image'])
  isFileUrl(member(spot, 'image_url'), 3000)
  isText(member(spot, 'alt_text'), { max: 2000 })
}

function card(spot: Spot): void {
  isOneOf(member(spot, 'type'), ['card'])
  atLeastOne(spot, ['hero_image', 'title', 'actions', 'body'])
  optional(member(spot, 'hero_image'), image)
  optional(member(spot, 'title'), (title) => textObject(title, { kinds: ['plain_text', 'mrkdwn'], max: 150 }))
  optional(member(spot, 'body'), (body) => textObject(body, { kinds: ['plain_text', 'mrkdwn'], max: 200 }))
  optional(member(spot, 'actions'), (list) => {
    for (const entry of entries(list, { max: 3 })) button(entry)
  })
}

function interactiveElement(element: Spot): void {
  isOneOf(member(element, 'type'), ['button', 'static_select'])
  if (member(element, 'type').value === 'button') button(element)
  if (member(element, 'type').value === 'static_select') staticSelect(element)
}

function button(element: Spot): void {
  isOneOf(member(element, 'type'), ['button'])
  textObject(member(element, 'text'), { kinds: ['plain_text'], max: 75 })
  isText(member(element, 'action_id'), { max: 255 })
  isPostback(member(element, 'value'))
  optional(member(element, 'url'), (url) => isLink(url, 3000))
}

function staticSelect(element: Spot): void {
  isText(member(element, 'action_id'), { max: 255 })
  textObject(member(element, 'placeholder'), { kinds: ['plain_text'], max: 150 })
  const options = entries(member(element, 'options'), { max: 100 })
  for (const option of options) {
    textObject(member(option, 'text'), { kinds: ['plain_text'], max: 75 })
    isText(member(option, 'value'), { max: 150 })
    const describe = (text: Spot) => textObject(text, { kinds: ['plain_text'], max: 75 })
    optional(member(option, 'description'), describe)
  }
  areUnique(
    options.map((option) => member(option, 'value')),
    'value',
  )
}

function textObject(spot: Spot, { kinds, max }: { kinds: readonly string[]; max: number }): void {
  isOneOf(member(spot, 'type'), kinds)
  isText(member(spot, 'text'), { max })
}

/** Every string under that key, however deep. */
function found(spot: Spot, key: string): Spot[] {
  const { value } = spot
  if (typeof value !== 'object' || value === null) return []
  return Object.keys(value).flatMap((name) => {
    const inner = member(spot, name)
    return name === key && typeof inner.value === 'string' ? [inner] : found(inner, key)
  })
}
