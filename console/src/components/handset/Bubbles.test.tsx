import '../../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ContentMessage, channels, listTaps, render } from '@parley/amf'
import { screen } from '@testing-library/react'
import { withTestPage } from '../../../testing/page.tsx'
import { Bubbles } from './Bubbles.tsx'
import { type TapEvent, toRenderedBubbles } from './bubbles.ts'
import { sampleMessagesByKind } from './testing/sample-messages.ts'

const bare = (text: string | null) => (text ?? '').replace(/[*_~\s]/g, '')

for (const channel of channels) {
  for (const [kind, message] of Object.entries(sampleMessagesByKind)) {
    test(
      `a phone on ${channel} shows all text of a ${kind}, and each tap reports its option`,
      withTestPage(async ({ open, user }) => {
        const { messages } = render(message as ContentMessage, { channel, messageId: 'm1' })
        const tapped: TapEvent[] = []
        const bubbles = toRenderedBubbles(messages, { messageId: 'm1' })
        await open(<Bubbles channel={channel} bubbles={bubbles} onTap={(event) => tapped.push(event)} />)
        const log = screen.getByRole('log')
        const read = bare(log.textContent) + [...log.querySelectorAll('img')].map(({ alt }) => bare(alt)).join('')
        for (const line of messages.flatMap(({ text }) => text.split('\n')).flatMap((line) => line.split(': ')))
          assert.ok(read.includes(bare(line)), `${line} in ${read}`)
        for (const box of log.querySelectorAll('details')) box.open = true
        for (const button of log.querySelectorAll('button:not([disabled])')) await user.click(button)
        const expected = messages.flatMap(({ view }) => (view.kind === 'list' && view.multiple ? [] : listTaps(view)))
        assert.deepEqual(tapped.flatMap(({ indexes }) => indexes).sort(), expected.sort())
      }),
    )
  }
}
