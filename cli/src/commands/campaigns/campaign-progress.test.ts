import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { displayWidth } from '../../layout/width.ts'
import type { Campaign } from './campaign.ts'
import { createTestCampaign } from './testing/campaign.ts'
import { createRateMeter, drawCampaignBar } from './watch.ts'

const counted = (counts: Partial<Campaign['counts']>, more: Partial<Campaign> = {}): Campaign =>
  createTestCampaign({ status: 'running', ...more }, counts)

test('the progress bar shows the share done, the results, the rate and the time left', () => {
  const running = counted({ sendable: 48, queued: 24, sent: 22, delivered: 10, failed: 2 })
  assert.equal(
    drawCampaignBar(running, 120, 2.5),
    `${'█'.repeat(11)}▓${'░'.repeat(12)} 24 of 48  22 sent, 10 delivered, 2 failed  2.5 a second  about 10 s left`,
  )
  assert.match(drawCampaignBar(running, 120, 0), / {2}nothing is being sent right now$/)
  assert.match(drawCampaignBar(running, 120), /2 failed$/, 'not known yet')
  assert.match(drawCampaignBar({ ...running, status: 'paused' }, 120, 2), /2 failed {2}paused$/)
})

test('the progress bar never exceeds its line and is full only when nothing is left', () => {
  const count = fc.nat({ max: 1_000_000 })
  const counts = fc.record({ queued: count, sent: count, failed: count, cancelled: count })
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 1, max: 200 }),
      fc.option(fc.double({ min: 0, max: 1000, noNaN: true })),
      (some, columns, pace) => {
        const sendable = some.queued + some.sent + some.failed + some.cancelled
        const seen = counted({ ...some, sendable, total: sendable })
        assert.ok(
          displayWidth(drawCampaignBar(seen, columns, pace ?? undefined)) <
            Math.max(columns, 1) + (columns === 1 ? 1 : 0),
        )
        const [bar = ''] = drawCampaignBar(seen, 200).split(' ')
        assert.equal(bar.length, 24)
        assert.equal(bar.includes('░'), sendable === 0 || some.queued > 0)
      },
    ),
  )
})

test('the rate covers the last half minute and is unknown at first', () => {
  const pace = createRateMeter()
  pace.record(0, 0)
  pace.record(50, 1)
  assert.equal(pace.perSecond(), undefined)
  pace.record(100, 10)
  assert.equal(pace.perSecond(), 10)
  pace.record(100, 40)
  pace.record(160, 60)
  assert.equal(pace.perSecond(), 3)
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }))), (seen) => {
      const any = createRateMeter()
      let at = 0
      for (const [done, later] of seen) {
        at += later
        any.record(done, at)
      }
      const rate = any.perSecond()
      assert.ok(rate === undefined || rate >= 0)
    }),
  )
})
