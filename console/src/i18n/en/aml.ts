import { translatedPage } from '../translated-page.ts'

export const strings = translatedPage('aml', {
  complete: {
    template: 'Message template',
    thing: 'Thing',
    collection: 'Collection',
    media: 'Media',
    slot: 'Filled in for each person',
    row: 'Row',
  },
  markers: {
    chips: 'Suggested replies',
    'ask.choice': 'Multiple-choice question',
    'ask.time': 'Time picker',
    'ask.location': 'Location request',
    confirm: 'Yes-or-no question',
    showcase: 'Items to choose from, with images',
    'share.event': 'Calendar event',
    'share.place': 'Place on a map',
    'share.contact': 'Contact card',
    media: 'Image, video, audio, or file',
    card: 'Card',
    carousel: 'Carousel of cards',
    template: 'Message template',
    things: 'Things from the catalog, as cards',
    collection: 'A whole collection, as cards',
  } as Record<string, string>,
  notes: {
    label: 'Problems with this text',
    at: (line: number, message: string) => `Line ${line}: ${message}`,
    more: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  },
  help: 'Type [[ for markers and { for slots. Press Ctrl+Space for suggestions.',
  helpWithoutSlots: 'Type [[ for markers. Press Ctrl+Space for suggestions.',
  preview: {
    label: 'Preview on each channel',
    nothing: 'Write something to see a preview here.',
    left: 'This text would not send a message.',
    blocked: 'Not sent to the sample person, because a slot has no value.',
    lost: (count: number) =>
      count === 1 ? '1 element looks different on this channel' : `${count} elements look different on this channel`,
  },
  example: {
    firstName: 'Alex',
    lastName: 'Doe',
    fullName: 'Alex Doe',
    email: 'alex@example.com',
    phone: '+12025550143',
    company: 'Example Ltd',
    other: (field: string) => `(${field})`,
  },
  loading: 'Loading editor',
})
