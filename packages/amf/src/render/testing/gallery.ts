import type { Chip } from '../../model/chip.ts'
import type { Part } from '../../model/parts.ts'

/** One realistic message of each kind; the golden files show them on every channel. */
type Exhibit = { parts: Part[]; chips?: Chip[] }

const newYork = (iso: string) => ({ iso, tz: 'America/New_York' })
const picture = (name: string) => `https://shop.example/${name}.png`

export const gallery: Record<string, Exhibit> = {
  text: {
    parts: [
      {
        type: 'text',
        text: 'Your order is **on its way**, *finally*.\n\n- Parcel 1 of 2\n- ~~Back-ordered~~ in stock\n\nFollow it [on our site](https://shop.example/track?id=7).',
      },
    ],
  },
  chips: {
    parts: [{ type: 'text', text: 'Anything else?' }],
    chips: [
      { label: 'Opening hours', value: 'hours' },
      { label: 'Our site', kind: 'url', url: 'https://shop.example/' },
      { label: 'Call us', kind: 'dial', phone: '+12025550166' },
      {
        label: 'Save the date',
        kind: 'calendar',
        event: { title: 'Spring fair', start: newYork('2027-04-02T10:00:00-04:00') },
      },
      { label: 'See map', kind: 'viewLocation', place: { name: 'Old Mill', latitude: 48.8584, longitude: 2.2945 } },
      { label: 'Send my location', kind: 'shareLocation' },
      { label: 'A label that goes on for longer than any phone would show it', value: 'long' },
    ],
  },
  'many-chips': {
    parts: [{ type: 'text', text: 'Which letter?' }],
    chips: Array.from('ABCDEFGHIJKLMNO', (letter) => ({ label: `Letter ${letter}` })),
  },
  media: {
    parts: [
      {
        type: 'media',
        url: picture('bay'),
        mediaType: 'image/png',
        alt: 'The bay at dusk',
        caption: 'This is the view.',
      },
    ],
  },
  'media-document': {
    parts: [{ type: 'media', url: 'https://shop.example/menu.pdf', mediaType: 'application/pdf', alt: 'The menu' }],
  },
  card: {
    parts: [
      {
        type: 'card',
        card: {
          title: 'Winter offer',
          description: 'Half price until Friday',
          mediaUrl: picture('offer'),
          chips: [
            { label: 'Remind me', value: 'remind' },
            { label: 'Open shop', kind: 'url', url: 'https://shop.example/' },
          ],
        },
      },
    ],
  },
  carousel: {
    parts: [
      {
        type: 'carousel',
        cards: ['Red', 'Green', 'Blue'].map((color) => ({
          title: `${color} scarf`,
          description: 'Pure wool',
          mediaUrl: picture(color.toLowerCase()),
          chips: [{ label: `Take ${color.toLowerCase()}`, value: color.toLowerCase() }],
        })),
      },
    ],
  },
  'ask.choice': {
    parts: [
      {
        type: 'ask.choice',
        intentId: 'size',
        prompt: 'Which size suits you?',
        options: [
          { id: 's', label: 'Small', description: 'for one' },
          { id: 'm', label: 'Medium', description: 'for two' },
          { id: 'l', label: 'Large' },
        ],
      },
    ],
  },
  'ask.choice-one': {
    parts: [
      {
        type: 'ask.choice',
        intentId: 'boat',
        prompt: 'The last seat is yours if you want it.',
        options: [{ id: 'take', label: 'Take the boat' }],
      },
    ],
  },
  'ask.choice-many': {
    parts: [
      {
        type: 'ask.choice',
        intentId: 'model',
        prompt: 'Which model is it?',
        options: Array.from('ABCDEFGHIJKLMN', (letter) => ({ id: letter.toLowerCase(), label: `Model ${letter}` })),
      },
    ],
  },
  'ask.choice-several': {
    parts: [
      {
        type: 'ask.choice',
        intentId: 'toppings',
        prompt: 'What shall we put on it?',
        multiple: true,
        options: [
          { id: 'olives', label: 'Olives' },
          { id: 'capers', label: 'Capers' },
          { id: 'basil', label: 'Basil' },
        ],
      },
    ],
  },
  'ask.time': {
    parts: [
      {
        type: 'ask.time',
        intentId: 'visit',
        prompt: 'When suits you?',
        durationMinutes: 45,
        slots: [
          { id: 'thu', start: newYork('2027-03-04T15:30:00-05:00') },
          { id: 'fri', start: newYork('2027-03-05T10:15:00-05:00'), label: 'Friday morning' },
        ],
      },
    ],
  },
  confirm: {
    parts: [
      {
        type: 'confirm',
        intentId: 'book',
        prompt: 'Shall I book it?',
        confirmLabel: 'Book it',
        denyLabel: 'Not yet',
        summary: [
          { label: 'Table', value: 'by the window' },
          { label: 'Guests', value: 'four' },
        ],
      },
    ],
  },
  showcase: {
    parts: [
      {
        type: 'showcase',
        intentId: 'lamps',
        prompt: 'Our lamps',
        items: [
          {
            id: 'desk',
            title: 'Desk lamp',
            description: 'Bright and small',
            mediaUrl: picture('desk'),
            price: { amount: '39.90', currency: 'USD' },
          },
          {
            id: 'floor',
            title: 'Floor lamp',
            description: 'Tall and warm',
            mediaUrl: picture('floor'),
            price: { amount: '1234.50', currency: 'USD' },
            chips: [{ label: 'Read on', kind: 'url', url: 'https://shop.example/floor' }],
          },
        ],
      },
    ],
  },
  'showcase-pictures': {
    parts: [
      {
        type: 'showcase',
        intentId: 'scarves',
        prompt: 'Our scarves',
        items: ['Red', 'Blue'].map((color) => ({
          id: color.toLowerCase(),
          title: `${color} scarf`,
          mediaUrl: picture(color.toLowerCase()),
        })),
      },
    ],
  },
  'showcase-one': {
    parts: [
      {
        type: 'showcase',
        intentId: 'last',
        prompt: 'Only one left',
        items: [{ id: 'desk', title: 'Desk lamp', description: 'Bright', mediaUrl: picture('desk') }],
      },
    ],
  },
  'ask.location': { parts: [{ type: 'ask.location', intentId: 'where', prompt: 'Where shall we deliver?' }] },
  'share.event': {
    parts: [
      {
        type: 'share.event',
        prompt: 'You are booked.',
        event: {
          title: 'Harbour concert',
          start: newYork('2027-03-04T15:30:00-05:00'),
          end: newYork('2027-03-04T17:30:00-05:00'),
          location: 'Pier nine',
          description: 'Doors open early',
        },
      },
    ],
  },
  'share.place': {
    parts: [
      {
        type: 'share.place',
        prompt: 'Find us here',
        place: { name: 'Old Mill', address: '12 River Lane', latitude: 48.8584, longitude: 2.2945 },
      },
    ],
  },
  'share.contact': {
    parts: [
      {
        type: 'share.contact',
        prompt: 'Your contact',
        contact: {
          name: 'The front desk',
          phones: ['+12025550143'],
          emails: ['desk@hotel.example'],
          url: 'https://hotel.example/',
          organization: 'Hotel Harbour',
        },
      },
    ],
  },
  native: {
    parts: [
      {
        type: 'native',
        channel: 'rcs',
        payload: { contentMessage: { text: 'Straight through', suggestions: [] } },
        fallback: [{ type: 'text', text: 'What the others see' }],
      },
    ],
  },
  'two-questions': {
    parts: [
      { type: 'text', text: 'Two things, please.' },
      {
        type: 'ask.choice',
        intentId: 'size',
        prompt: 'Which size?',
        options: [
          { id: 's', label: 'Small' },
          { id: 'l', label: 'Large' },
        ],
      },
      { type: 'confirm', intentId: 'gift', prompt: 'Is it a gift?' },
    ],
    chips: [{ label: 'Start over' }],
  },
}
