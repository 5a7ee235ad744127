import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channels } from '../model/channels.ts'
import { profileOf } from '../profiles/index.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BubbleKind } from './builders.ts'
import { wireOf } from './index.ts'
import { bubbleKinds, chip, context, sample, samples, shown } from './testing/bubbles.ts'
import { fullest } from './testing/fullest.ts'
import { violations } from './testing/limits.ts'

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
  const profile = profileOf(channel)
  const wire = wireOf(channel)

  for (const kind of bubbleKinds.filter((kind) => kind !== 'native')) {
    if (allows(profile, kind))
      test(`${channel} shows a ${kind} within its provider's limits`, () => {
        assert.deepEqual(violations(channel, wire(sample(kind), context)), [])
      })
    else
      test(`${channel} refuses a ${kind}, which its profile does not have`, () => {
        assert.throws(() => wire(sample(kind), context), /cannot show/)
      })
  }

  for (const [title, bubble] of fullest(profile)) {
    test(`${channel} shows ${title} within its provider's limits`, () => {
      assert.deepEqual(violations(channel, wire(bubble, context)), [])
    })
  }

  test(`${channel} passes a native payload through as it is`, () => {
    const { payload } = samples.native
    assert.equal(wire(samples.native, context), payload)
  })

  test(`${channel} refuses chips that would be lost beside a native payload`, () => {
    assert.throws(() => wire({ ...samples.native, chips: [chip('reply', 'Yes', 1)] }, context), /has no chips under/)
  })
}

for (const channel of ['rcs', 'messengerB', 'socialC'] as const) {
  test(`${channel} refuses a caption, which it could only lose`, () => {
    assert.throws(() => wireOf(channel)({ ...samples.media, caption: shown('Look') }, context), /has no captions/)
  })
}
