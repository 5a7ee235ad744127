import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Channel, channels } from '../model/channels.ts'
import { type ChipKind, chipKinds } from '../model/chip.ts'
import { channelProfiles, getProfile } from './index.ts'
import type { Profile } from './profile.ts'

/** The provider's documented limits, stated independently; absent features are omitted. */
type Row = {
  text: [maxLength: number, unit: string, markup: string]
  chips: [max: number, labelMaxLength: number]
  kinds: readonly ChipKind[]
  card?: [titleMaxLength: number, descriptionMaxLength: number, chips: number]
  carousel?: [min: number, max: number, chips: number]
  rows?: number
  times?: true
  location?: 'chip' | 'message'
  typing: boolean
  receipts: readonly string[]
  hours?: number
}

const matrix: Record<Channel, Row> = {
  rcs: {
    text: [3072, 'bytes', 'plain'],
    chips: [11, 25],
    kinds: chipKinds,
    card: [200, 2000, 4],
    carousel: [2, 10, 4],
    location: 'chip',
    typing: true,
    receipts: ['delivered', 'read'],
  },
  sms: { text: [1600, 'characters', 'plain'], chips: [0, 0], kinds: [], typing: false, receipts: ['delivered'] },
  messengerA: {
    text: [4096, 'characters', 'starred'],
    chips: [3, 20],
    kinds: ['reply', 'url'],
    card: [200, 800, 3],
    carousel: [2, 10, 2],
    rows: 10,
    location: 'message',
    typing: true,
    receipts: ['delivered', 'read'],
    hours: 24,
  },
  vendorMessages: {
    text: [3000, 'characters', 'plain'],
    chips: [5, 60],
    kinds: ['reply'],
    rows: 50,
    times: true,
    typing: true,
    receipts: [],
  },
  messengerB: {
    text: [2000, 'characters', 'plain'],
    chips: [13, 20],
    kinds: ['reply'],
    card: [80, 80, 3],
    carousel: [1, 10, 3],
    typing: true,
    receipts: ['delivered', 'read'],
    hours: 24,
  },
  socialC: {
    text: [1000, 'bytes', 'plain'],
    chips: [13, 20],
    kinds: ['reply'],
    card: [80, 80, 3],
    carousel: [1, 10, 3],
    typing: true,
    receipts: ['read'],
    hours: 24,
  },
  workchatD: {
    text: [3000, 'characters', 'mrkdwn'],
    chips: [25, 75],
    kinds: ['reply', 'url'],
    card: [150, 200, 3],
    carousel: [1, 10, 3],
    rows: 60,
    typing: false,
    receipts: [],
  },
  webchat: {
    text: [10_000, 'characters', 'commonmark'],
    chips: [11, 25],
    kinds: chipKinds,
    card: [200, 2000, 4],
    carousel: [2, 10, 4],
    rows: 100,
    times: true,
    location: 'chip',
    typing: true,
    receipts: ['delivered', 'read'],
  },
  aiChatE: { text: [4096, 'characters', 'commonmark'], chips: [0, 0], kinds: [], typing: true, receipts: [] },
}

function rowOf({ text, chips, card, carousel, listPicker, timePicker, ...rest }: Profile): Row {
  const row: Record<string, unknown> = {
    text: [text.maxLength, text.unit, text.markup],
    chips: [chips.max, chips.labelMaxLength],
    kinds: chips.kinds,
    card: card && [card.titleMaxLength, card.descriptionMaxLength, card.chips.max],
    carousel: carousel && [carousel.min, carousel.max, carousel.chips.max],
    rows: listPicker?.max,
    times: timePicker && true,
    location: rest.locationRequest,
    typing: rest.typing,
    receipts: rest.receipts,
    hours: rest.windowHours,
  }
  return Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== undefined)) as Row
}

for (const channel of channels) {
  test(`the profile of ${channel} matches its column of the capability matrix`, () => {
    assert.deepEqual(rowOf(getProfile(channel)), matrix[channel])
  })

  test(`the profile of ${channel} is registered under its own name`, () => {
    assert.equal(channelProfiles[channel].channel, channel)
  })
}

test('only messengerA, messengerB and socialC have a reply window', () => {
  const withWindow = channels.filter((channel) => channelProfiles[channel].windowHours !== undefined)
  assert.deepEqual(withWindow, ['messengerA', 'messengerB', 'socialC'])
})

test('a list picker is used only if there are too few chips', () => {
  for (const { channel, chips, listPicker } of Object.values(channelProfiles)) {
    if (!listPicker || chips.max === 0) continue
    assert.ok(listPicker.from <= chips.max + 1, `${channel} has a gap between chips and list`)
  }
})

test('a channel that shows a caption also shows media', () => {
  for (const { channel, media } of Object.values(channelProfiles)) {
    if (media.captionMaxLength > 0) assert.ok(media.types.length > 0, channel)
    if (media.types.length > 0) assert.ok(media.maxBytes > 0, channel)
  }
})
