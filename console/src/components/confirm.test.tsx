import '../../testing/globals.ts'

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { strings } from '#i18n/app.ts'
import { assertAbsent } from '../../testing/elements.ts'
import { withTestPage } from '../../testing/page.tsx'
import { askConfirmation } from './confirm.tsx'

const findQuestion = (name: string) => screen.findByRole('dialog', { name })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const focused = () => document.activeElement?.textContent

test(
  'the buttons of a confirmation dialog answer it',
  withTestPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    for (const [name, answer] of [
      [strings.confirm.ok, true],
      [strings.confirm.cancel, false],
    ] as const) {
      const confirmation = askConfirmation({ title: 'Start it?', text: 'It sends to everyone.' })
      await findQuestion('Start it?')
      await user.click(button(name))
      assert.equal(await confirmation, answer)
      await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    }
  }),
)

test(
  'a confirmation dialog focuses the harmless button first',
  withTestPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const start = askConfirmation({ title: 'Start it?', text: 'It sends to everyone.', ok: 'Start' })
    await findQuestion('Start it?')
    await waitFor(() => assert.equal(focused(), 'Start'))
    await user.keyboard('{Enter}')
    assert.equal(await start, true)
    await waitFor(() => assertAbsent(screen.queryByRole('dialog')))
    const erase = askConfirmation({ title: 'Erase it?', text: 'It is gone for good.', ok: 'Erase', danger: true })
    await findQuestion('Erase it?')
    await waitFor(() => assert.equal(focused(), strings.confirm.cancel))
    await user.keyboard('{Enter}')
    assert.equal(await erase, false)
  }),
)

test(
  'a confirmation that requires a phrase continues only once the user has typed it',
  withTestPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const answer = askConfirmation({ title: 'Erase it?', text: 'It is gone for good.', ok: 'Erase', phrase: 'Acme' })
    await findQuestion('Erase it?')
    assert.equal(button('Erase').disabled, true)
    await user.type(screen.getByLabelText(strings.confirm.type('Acme')), 'Acm')
    await user.keyboard('{Enter}')
    assert.equal(button('Erase').disabled, true)
    await user.type(screen.getByLabelText(strings.confirm.type('Acme')), 'e ')
    await user.click(button('Erase'))
    assert.equal(await answer, true)
  }),
)

test(
  'a confirmation that another one replaces is answered with no',
  withTestPage(async ({ open, user }) => {
    await open(<p>The page</p>)
    const first = askConfirmation({ title: 'First?', text: 'One' })
    await findQuestion('First?')
    const second = askConfirmation({ title: 'Second?', text: 'Two' })
    await findQuestion('Second?')
    await user.click(button(strings.confirm.ok))
    assert.deepEqual(await Promise.all([first, second]), [false, true])
  }),
)
