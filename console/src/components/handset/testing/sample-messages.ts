import type { ContentMessage, Part } from '@parley/amf'

const start = (iso: string) => ({ iso, tz: 'America/New_York' })
const picture = 'https://example.com/picture.png'
const chips = [
  { label: 'Opening hours' },
  { label: 'Our site', kind: 'url' as const, url: 'https://example.com/' },
  { label: 'Call us', kind: 'dial' as const, phone: '+12025550166' },
]
const message = (...parts: Part[]): ContentMessage => ({ spec: 'amf/1', parts })

export const sampleMessagesByKind: Record<string, ContentMessage> = {
  text: message({ type: 'text', text: 'It is **on its way**.\n\n- One\n- Two\n\nSee https://example.com/track' }),
  chips: { ...message({ type: 'text', text: 'Anything else?' }), chips },
  media: message({ type: 'media', url: picture, mediaType: 'image/png', alt: 'The bay', caption: 'This is the view.' }),
  file: message({ type: 'media', url: 'https://example.com/a.pdf', mediaType: 'application/pdf', alt: 'The menu' }),
  card: message({ type: 'card', card: { title: 'Offer', description: 'Half price', mediaUrl: picture, chips } }),
  carousel: message({
    type: 'carousel',
    cards: ['Red', 'Blue'].map((title) => ({
      title,
      description: 'Wool',
      mediaUrl: picture,
      chips: [{ label: 'Take it' }],
    })),
  }),
  choice: message({
    type: 'ask.choice',
    intentId: 'size',
    prompt: 'Which size?',
    options: [
      { id: 's', label: 'Small', description: 'for one' },
      { id: 'l', label: 'Large' },
    ],
  }),
  several: message({
    type: 'ask.choice',
    intentId: 'toppings',
    prompt: 'What on it?',
    multiple: true,
    options: [
      { id: 'olives', label: 'Olives' },
      { id: 'capers', label: 'Capers' },
    ],
  }),
  many: message({
    type: 'ask.choice',
    intentId: 'model',
    prompt: 'Which model?',
    options: Array.from('ABCDEFGHIJKLMN', (letter) => ({ id: letter, label: `Model ${letter}` })),
  }),
  time: message({
    type: 'ask.time',
    intentId: 'visit',
    prompt: 'When suits you?',
    slots: [{ id: 'thu', start: start('2027-03-04T15:30:00-05:00') }],
  }),
  confirm: message({
    type: 'confirm',
    intentId: 'book',
    prompt: 'Shall I book it?',
    summary: [{ label: 'Table', value: 'by the window' }],
  }),
  showcase: message({
    type: 'showcase',
    intentId: 'lamps',
    prompt: 'Our lamps',
    items: ['Desk lamp', 'Floor lamp'].map((title) => ({ id: title, title, description: 'Bright', mediaUrl: picture })),
  }),
  location: message({ type: 'ask.location', intentId: 'where', prompt: 'Where shall we deliver?' }),
  event: message({
    type: 'share.event',
    prompt: 'You are booked.',
    event: { title: 'Concert', start: start('2027-03-04T15:30:00-05:00'), location: 'Pier nine' },
  }),
  place: message({
    type: 'share.place',
    prompt: 'Find us here',
    place: { name: 'Old Mill', address: '12 River Lane', latitude: 48.8584, longitude: 2.2945 },
  }),
  contact: message({
    type: 'share.contact',
    prompt: 'Your contact',
    contact: { name: 'The front desk', phones: ['+12025550143'], emails: ['desk@example.com'] },
  }),
}
