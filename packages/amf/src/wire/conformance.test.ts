import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '../model/channels.ts'
import { getProfile } from '../profiles/index.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BubbleKind } from './builders.ts'
import { getWire } from './index.ts'
import {
  bubbleKinds,
  createBubbleChip,
  createRenderedText,
  getSampleBubble,
  sampleBubbles,
  testWireContext,
} from './testing/bubbles.ts'
import { createFullestBubbles } from './testing/fullest.ts'
import { findLimitViolations } from './testing/limits.ts'

function allows({ media, card, carousel, listPicker, timePicker, ...profile }: Profile, kind: BubbleKind): boolean {
  const given: Record<BubbleKind, boolean> = {
    text: true,
    media: media.types.length > 0,
    card: card !== undefined,
    carousel: carousel !== undefined,
    list: listPicker !== undefined,
    times: timePicker !== undefined,
    locationRequest: profile.locationRequest === 'message',
    place: profile.placeMessage === true,
    native: true,
  }
  return given[kind]
}

for (const channel of channels) {
  const profile = getProfile(channel)
  const wire = getWire(channel)

  for (const kind of bubbleKinds.filter((kind) => kind !== 'native')) {
    if (allows(profile, kind))
      test(`${channel} shows a ${kind} within its provider's limits`, () => {
        assert.deepEqual(findLimitViolations(channel, wire(getSampleBubble(kind), testWireContext)), [])
      })
    else
      test(`${channel} refuses a ${kind}, which its profile does not have`, () => {
        assert.throws(() => wire(getSampleBubble(kind), testWireContext), /cannot show/)
      })
  }

  for (const [title, bubble] of createFullestBubbles(profile)) {
    test(`${channel} shows ${title} within its provider's limits`, () => {
      assert.deepEqual(findLimitViolations(channel, wire(bubble, testWireContext)), [])
    })
  }

  test(`${channel} passes a native payload through unchanged`, () => {
    const { payload } = sampleBubbles.native
    assert.equal(wire(sampleBubbles.native, testWireContext), payload)
  })

  test(`${channel} refuses chips with a native payload, which would lose them`, () => {
    assert.throws(
      () => wire({ ...sampleBubbles.native, chips: [createBubbleChip('reply', 'Yes', 1)] }, testWireContext),
      /has no chips under/,
    )
  })
}

for (const channel of ['rcs', 'messengerB', 'socialC'] as const) {
  test(`${channel} refuses a caption, which it would lose`, () => {
    assert.throws(
      () => getWire(channel)({ ...sampleBubbles.media, caption: createRenderedText('Look') }, testWireContext),
      /has no captions/,
    )
  })
}
