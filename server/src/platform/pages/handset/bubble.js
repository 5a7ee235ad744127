import { element } from './dom.js'
import { textOf } from './markup.js'
import { chipsOnCards, viewOf } from './payload.js'

/**
 * Renders one message. `scene` has the channel, whether the message is the newest, the footer, and the tap handler,
 * which receives handset events with the tapped labels. `mark` identifies an unchanged message.
 */
export function bubbleOf(message, scene) {
  const inside = message.direction === 'in' ? sentByPerson(message) : sentByAgent(message, scene)
  const who = message.direction === 'in' ? 'You' : 'Agent'
  return element(
    'li',
    { class: `message ${message.direction}`, 'data-mark': scene.mark },
    element('span', { class: 'unseen' }, `${who}: `),
    inside,
    scene.footOf(message),
  )
}

function sentByPerson({ native, text }) {
  const media = native.type === 'media' ? [pictureOrLink({ url: native.url, kind: kindOf(native.mediaType) })] : []
  const place = native.type === 'location' ? '📍 ' : ''
  return [element('div', { class: 'bubble' }, media, place + text)]
}

const kindOf = (mediaType) => mediaType?.split('/')[0]

/** Channels whose chips disappear once another message follows; chips on cards stay. */
const vanishing = ['rcs', 'messengerB', 'socialC']

function sentByAgent(message, { channel, newest, doing }) {
  const view = viewOf(channel, message)
  // Several cards may have chips with the same label.
  const tap = ({ label, value = label }) => doing({ type: 'tap', label: value, messageId: message.messageId }, [label])
  const natives = (view.cards ?? []).map(({ native }) => native)
  const onCards = chipsOnCards(natives, message.chips)
  const below = message.chips.filter((chip) => !onCards.some((chips) => chips.includes(chip)))
  return [
    view.text || view.media?.length || view.place ? words(view, channel) : undefined,
    view.cards?.length ? cardsOf(view.cards, onCards, tap) : undefined,
    view.rows?.length ? rowsOf(view, doing) : undefined,
    view.times?.length ? timesOf(view.times, doing) : undefined,
    below.length > 0 && (newest || !vanishing.includes(channel)) ? chipsOf(below, tap) : undefined,
  ].filter(Boolean)
}

function words({ text, media = [], place }, channel) {
  const where = place ? [`📍 ${[place.name, place.address].filter(Boolean).join(', ')}`] : []
  return element('div', { class: 'bubble' }, media.map(pictureOrLink), textOf(text ?? '', channel), where)
}

function pictureOrLink({ url, kind, name }) {
  const isPicture = kind === 'image' || (!kind && /\.(png|jpe?g|gif|webp)(\?|$)/i.test(url))
  if (isPicture) return element('img', { src: url, alt: name ?? 'Picture', loading: 'lazy' })
  if (kind === 'video') return element('video', { src: url, controls: true, 'aria-label': name ?? 'Video' })
  return element('a', { href: url, target: '_blank', rel: 'noreferrer noopener' }, `📎 ${name ?? url}`)
}

function cardsOf(cards, chips, tap) {
  const drawn = cards.map(({ title, description, picture }, at) =>
    element(
      'article',
      { class: 'card' },
      picture ? element('img', { src: picture, alt: '', loading: 'lazy' }) : undefined,
      title ? element('h3', {}, title) : undefined,
      description ? element('p', {}, description) : undefined,
      chipsOf(chips[at], tap),
    ),
  )
  const several = cards.length > 1 ? { role: 'group', 'aria-label': 'Cards', tabindex: '0' } : {}
  return element('div', { class: cards.length > 1 ? 'cards carousel' : 'cards', ...several }, drawn)
}

const signs = { url: '↗ ', dial: '📞 ', calendar: '📅 ', viewLocation: '🗺 ', shareLocation: '📍 ' }

function chipsOf(chips, tap) {
  const drawn = chips.map((chip) =>
    element(
      'button',
      { type: 'button', class: 'chip', onclick: () => tap(chip) },
      element('span', { 'aria-hidden': 'true' }, signs[chip.kind] ?? ''),
      chip.label,
    ),
  )
  return element('div', { class: 'chips' }, drawn)
}

function rowsOf({ rows, multiple, button }, doing) {
  const boxes = rows.map(({ id }) => element('input', { type: 'checkbox', value: id }))
  const drawn = rows.map(({ id, title, description, picture }, at) => {
    const inside = [
      picture ? element('img', { src: picture, alt: '' }) : undefined,
      element('span', {}, title, description ? element('small', {}, description) : undefined),
    ]
    if (multiple) return element('li', {}, element('label', {}, boxes[at], inside))
    const pickOne = () => doing({ type: 'pick', id }, [title])
    return element('li', {}, element('button', { type: 'button', onclick: pickOne }, inside))
  })
  const pick = () => {
    const picked = rows.filter((_, at) => boxes[at].checked)
    const [id, ...also] = picked.map((row) => row.id)
    const titles = picked.map(({ title }) => title)
    if (id) doing({ type: 'pick', id, ...(also.length > 0 && { also }) }, titles)
  }
  const send = multiple
    ? element('button', { type: 'button', class: 'strong', onclick: pick }, 'Send choice')
    : undefined
  return element(
    'details',
    { class: 'picker' },
    element('summary', {}, button ?? 'Choose'),
    element('ul', {}, drawn),
    send,
  )
}

function timesOf(times, doing) {
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  const drawn = times.map(({ id, startTime, label }) => {
    const words = label ?? format.format(new Date(startTime.replace('+0000', 'Z')))
    const pick = () => doing({ type: 'pick', id }, [words])
    return element('li', {}, element('button', { type: 'button', onclick: pick }, words))
  })
  return element('details', { class: 'picker' }, element('summary', {}, 'Choose a time'), element('ul', {}, drawn))
}
